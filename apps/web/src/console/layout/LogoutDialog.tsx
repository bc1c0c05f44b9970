import { revokeSession } from "../../api/auth.ts";
import { queryClient } from "../../api/query-client.ts";
import { forgetSession } from "../../session/store.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toast } from "../../ui/toast.ts";
import type { MenuDialogProps } from "./menu-dialog-props.ts";

/** Ends the session here at once; the server is told to revoke the token, whether or not it can be reached. */
function logOut(): void {
  revokeSession().catch((error: unknown) => console.error("The session could not be revoked on the server", error));
  forgetSession("logout");
  queryClient.clear();
  toast.success("Logged out successfully");
}

export function LogoutDialog({ isOpen, onClose, returnFocusTo }: MenuDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      onConfirm={logOut}
      title="Confirm Logout"
      description="Are you sure you want to log out? You'll need to sign in again to access your account."
      confirmLabel="Logout"
    />
  );
}
