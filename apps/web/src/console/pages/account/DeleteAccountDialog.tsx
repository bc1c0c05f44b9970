import { messageOf } from "../../../api/api-error.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useDeleteAccount } from "../../../api/user.ts";
import { t } from "../../../language/text.ts";
import { forgetSession, useSession } from "../../../session/store.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { removeScripts } from "../playground/scripts.ts";

export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const deletion = useDeleteAccount();
  const userId = useSession(({ user }) => user?.id);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast.success(t("Account successfully deleted"));
        if (userId !== undefined) removeScripts(userId);
        forgetSession("logout");
        queryClient.clear();
      },
      onError: (error) => {
        console.error("The account could not be deleted", error);
        toast.error(t("Failed to delete account, please try again later"), { description: messageOf(error) });
      },
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title={t("Confirm Account Deletion?")}
      description={t("This action permanently deletes your account and all associated data. It cannot be undone.")}
      confirmLabel={t("Delete Account")}
      isBusy={deletion.isPending}
    />
  );
}
