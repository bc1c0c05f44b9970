import { t } from "../../language/text.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog, DialogActions } from "../../ui/Dialog.tsx";
import { ContactQr } from "../parts/ContactQr.tsx";
import type { MenuDialogProps } from "../parts/menu-dialog-props.ts";

export function InviteCodeDialog({ isOpen, onClose, returnFocusTo }: MenuDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={t("Get Invite Code")}
      description={t("Scan the QR code to contact us for an invite code.")}
      className="max-w-sm!"
    >
      <div className="mt-5">
        <ContactQr />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t("Close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
