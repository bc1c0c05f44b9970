import type { Snapshot } from "@terrarium/contract/snapshots";
import { messageOf } from "../../../api/api-error.ts";
import { useRemoveSnapshot } from "../../../api/snapshots.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportIfLeft } from "../../parts/report-failure.ts";

export interface RemoveSnapshotDialogProps {
  /** The snapshot to remove. Undefined while the dialog is closed. */
  snapshot: Snapshot | undefined;
  onClose: () => void;
}

export function RemoveSnapshotDialog({ snapshot, onClose }: RemoveSnapshotDialogProps) {
  const team = useTeam();
  const remove = useRemoveSnapshot(team.id);
  const close = () => {
    remove.leave();
    onClose();
  };
  const confirm = () => {
    if (snapshot === undefined) return;
    remove.mutate(snapshot.name, {
      onSuccess: () => toast.success(t("Snapshot removed")),
      close,
      onError: reportIfLeft("The snapshot could not be removed"),
    });
  };
  return (
    <ConfirmDialog
      isOpen={snapshot !== undefined}
      onClose={close}
      onConfirm={confirm}
      title={t("Remove Snapshot")}
      description={t(
        "New sandboxes can no longer start from it. Existing sandboxes keep their files. This action cannot be undone.",
      )}
      subject={snapshot?.name}
      confirmLabel={t("Remove")}
      isBusy={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : undefined}
    />
  );
}
