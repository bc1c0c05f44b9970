import type { ReactNode, RefObject } from "react";
import { t } from "../language/text.ts";
import { Button } from "./Button.tsx";
import { Dialog, DialogActions } from "./Dialog.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** Also runs while it is busy. */
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  /** The affected object, if the description does not name it. */
  subject?: string | undefined;
  confirmLabel: string;
  /** Whether the action is destructive. Default: true. */
  isDestructive?: boolean;
  /** Reason why the last attempt failed. */
  error?: ReactNode;
  isBusy?: boolean;
  returnFocusTo?: RefObject<HTMLElement | null>;
}

/** Asks for confirmation. The safe button has the focus. */
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
