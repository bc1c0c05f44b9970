import { messageOf } from "../../../api/api-error.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useDeleteAccount } from "../../../api/user.ts";
import { forgetSession } from "../../../session/store.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";

export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const deletion = useDeleteAccount();
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast.success("Account successfully deleted");
        forgetSession("logout");
        queryClient.clear();
      },
      onError: (error) => {
        console.error("The account could not be deleted", error);
        toast.error("Failed to delete account, please try again later", { description: messageOf(error) });
      },
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title="Confirm Account Deletion?"
      description="This action permanently deletes your account and all associated data. It cannot be undone."
      confirmLabel="Delete Account"
      isBusy={deletion.isPending}
    />
  );
}
