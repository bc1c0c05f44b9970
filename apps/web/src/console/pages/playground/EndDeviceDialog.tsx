import { messageOf } from "../../../api/api-error.ts";
import { useEndSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { reportIfLeft } from "../../parts/report-failure.ts";

export interface EndDeviceDialogProps {
  /** The sandbox to end. Undefined while the dialog is closed. */
  sandboxId: string | undefined;
  onClose: () => void;
  onEnded: (sandboxId: string) => void;
}

export function EndDeviceDialog({ sandboxId, onClose, onEnded }: EndDeviceDialogProps) {
  const { mutate, isPending, error, leave } = useEndSandbox();
  const close = () => {
    leave();
    onClose();
  };
  const confirm = () => {
    if (sandboxId === undefined) return;
    mutate(sandboxId, {
      onSuccess: () => onEnded(sandboxId),
      close,
      onError: reportIfLeft("Failed to terminate sandbox"),
    });
  };
  return (
    <ConfirmDialog
      isOpen={sandboxId !== undefined}
      onClose={close}
      onConfirm={confirm}
      title={t("End Device")}
      description={t("The sandbox ends, and everything on its device is deleted.")}
      subject={sandboxId}
      confirmLabel={t("End device")}
      error={
        error === null
          ? undefined
          : t("{failure}: {reason}", { failure: t("Failed to terminate sandbox"), reason: messageOf(error) })
      }
      isBusy={isPending}
    />
  );
}
