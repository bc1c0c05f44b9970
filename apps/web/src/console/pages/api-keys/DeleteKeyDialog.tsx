import type { ApiKey } from "@terrarium/contract/api-key";
import { useDeleteApiKey } from "../../../api/api-keys.ts";
import { rich, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportKeyError } from "./key-errors.ts";

export interface DeleteKeyDialogProps {
  /** The key to delete. Undefined while the dialog is closed. */
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

export function DeleteKeyDialog({ apiKey, onClose }: DeleteKeyDialogProps) {
  const team = useTeam();
  const deletion = useDeleteApiKey(team.id);
  const close = () => {
    deletion.leave();
    onClose();
  };
  const confirm = () => {
    if (apiKey === undefined) return;
    deletion.mutate(apiKey.id, {
      onSuccess: () => toast.success(t("API Key deleted")),
      close: onClose,
      onError: reportKeyError.delete,
    });
  };
  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      onClose={close}
      onConfirm={confirm}
      title={t("Delete API Key")}
      description={rich("Programs that use {key} lose access immediately. This action cannot be undone.", {
        key: <b className="font-medium text-text">{apiKey?.name}</b>,
      })}
      confirmLabel={t("Delete")}
      isBusy={deletion.isPending}
    />
  );
}
