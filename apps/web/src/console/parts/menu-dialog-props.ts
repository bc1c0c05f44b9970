import type { RefObject } from "react";

/**
 * Properties of a dialog opened from a menu. The menu entry is gone when the dialog closes, so the menu's button gets
 * the focus.
 */
export interface MenuDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}
