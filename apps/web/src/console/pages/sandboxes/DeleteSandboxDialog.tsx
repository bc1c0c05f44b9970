import type { Sandbox } from "@terrarium/contract/sandbox";
import { messageOf } from "../../../api/api-error.ts";
import { useDeleteSandbox } from "../../../api/sandboxes.ts";
import { useSession } from "../../../session/store.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";

export interface DeleteSandboxDialogProps {
  /** The sandbox to delete; undefined: the dialog is closed. */
  sandbox: Sandbox | undefined;
  onClose: () => void;
}

export function DeleteSandboxDialog({ sandbox, onClose }: DeleteSandboxDialogProps) {
  const team = useSession((session) => session.team);
  const deletion = useDeleteSandbox(team?.id ?? "");
  const close = () => {
    deletion.reset();
    onClose();
  };
  const confirm = () => {
    if (sandbox === undefined) return;
    if (team === null) {
      console.error("No team ID found");
      return;
    }
    deletion.mutate(sandbox.id, {
      onSuccess: close,
      onError: (error) => console.error(`Sandbox ${sandbox.id} could not be deleted`, error),
    });
  };
  return (
    <ConfirmDialog
      isOpen={sandbox !== undefined}
      onClose={close}
      onConfirm={confirm}
      title="Confirm Delete"
      description="Are you sure you want to delete this sandbox? This action cannot be undone."
      confirmLabel="Delete"
      isBusy={deletion.isPending}
      error={deletion.isError ? messageOf(deletion.error) : undefined}
    />
  );
}
