import { queryClient } from "../../../api/query-client.ts";
import { useDeleteAccount } from "../../../api/user.ts";
import { t } from "../../../language/text.ts";
import { forgetSession, useSession } from "../../../session/store.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { removeScripts } from "../playground/scripts.ts";

export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const deletion = useDeleteAccount();
  // Awaited here, because the server revokes the sessions first: this page may unmount before the account is deleted.
  const confirm = async () => {
    const { token, user } = useSession.getState();
    try {
      await deletion.mutateAsync();
    } catch (error) {
      reportFailure("Failed to delete account, please try again later")(error);
      return;
    }
    toast.success(t("Account successfully deleted"));
    if (user !== null) removeScripts(user.id);
    const { token: current } = useSession.getState();
    // Another user has signed in.
    if (current !== null && current !== token) return;
    forgetSession("logout");
    queryClient.clear();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        deletion.leave();
        onClose();
      }}
      onConfirm={() => void confirm()}
      title={t("Confirm Account Deletion?")}
      description={t("This action permanently deletes your account and all associated data. It cannot be undone.")}
      confirmLabel={t("Delete Account")}
      isBusy={deletion.isPending}
    />
  );
}
