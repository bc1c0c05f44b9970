import type { ReactNode, RefObject } from "react";
import { t } from "../language/text.ts";
import { Button } from "./Button.tsx";
import { Dialog, DialogActions } from "./Dialog.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** Why the last attempt failed. */
  error?: ReactNode;
  isBusy?: boolean;
  returnFocusTo?: RefObject<HTMLElement | null>;
}

/** Asks before something that cannot be undone; the safe button has the focus. */
export function ConfirmDialog({
  isBusy = false,
  error,
  confirmLabel,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog {...rest} onClose={() => !isBusy && onClose()}>
      {error !== undefined && (
        <div role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {error}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t("Cancel")}
        </Button>
        <Button kind="danger" onClick={onConfirm} isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
