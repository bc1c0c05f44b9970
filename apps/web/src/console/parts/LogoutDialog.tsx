import { logOut } from "../../api/log-out.ts";
import { t } from "../../language/text.ts";
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
        toast.success(t("Logged out successfully"));
      }}
      title={t("Confirm Logout")}
      description={t("Are you sure you want to log out? You'll need to sign in again to access your account.")}
      confirmLabel={t("Logout")}
      isDestructive={false}
    />
  );
}
