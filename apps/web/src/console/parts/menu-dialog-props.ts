import type { RefObject } from "react";

/** A dialog that an entry of a menu opens: the entry is gone when it closes, so the menu's button gets the focus. */
export interface MenuDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}
