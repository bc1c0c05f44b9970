import { logOut } from "../../session/log-out.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { toast } from "../../ui/toast.ts";
import type { MenuDialogProps } from "./menu-dialog-props.ts";

export function LogoutDialog({ isOpen, onClose, returnFocusTo }: MenuDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      onConfirm={() => {
        logOut();
        toast.success("Logged out successfully");
      }}
      title="Confirm Logout"
      description="Are you sure you want to log out? You'll need to sign in again to access your account."
      confirmLabel="Logout"
    />
  );
}
