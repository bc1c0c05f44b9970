import type { ReactNode, RefObject } from "react";
import { t } from "../language/text.ts";
import { Button } from "./Button.tsx";
import { Dialog, DialogActions } from "./Dialog.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** Called also while it is busy. */
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  /** What it is about, where the description does not name it. */
  subject?: string | undefined;
  confirmLabel: string;
  /** Whether something is lost by it; it is unless said otherwise. */
  isDestructive?: boolean;
  /** Why the last attempt failed. */
  error?: ReactNode;
  isBusy?: boolean;
  returnFocusTo?: RefObject<HTMLElement | null>;
}

/** Asks before something is done; the safe button has the focus. */
export function ConfirmDialog({
  isBusy = false,
  error,
  subject,
  confirmLabel,
  isDestructive = true,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog {...rest} onClose={onClose}>
      {subject !== undefined && (
        <p className="mt-3 rounded-md border border-line bg-bg px-3 py-2 font-mono text-xs break-words">{subject}</p>
      )}
      {error !== undefined && (
        <div role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {error}
        </div>
      )}
      <DialogActions isBusy={isBusy}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind={isDestructive ? "danger" : "primary"} onClick={onConfirm} isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
