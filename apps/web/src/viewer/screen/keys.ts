import { keyCodes } from "@terrarium/scrcpy/key-codes";

/** Keys that are no text and mean the same on every device, by their name in the browser. */
export const EDITING_KEYS: Readonly<Record<string, number>> = {
  Enter: keyCodes.enter,
  Backspace: keyCodes.del,
  Delete: keyCodes.forwardDel,
  ArrowUp: keyCodes.dpadUp,
  ArrowDown: keyCodes.dpadDown,
  ArrowLeft: keyCodes.dpadLeft,
  ArrowRight: keyCodes.dpadRight,
  PageUp: keyCodes.pageUp,
  PageDown: keyCodes.pageDown,
  Home: keyCodes.moveHome,
  End: keyCodes.moveEnd,
  Insert: keyCodes.insert,
};

/** Android meta states (AOSP KeyEvent.java). */
const META = { shift: 0x1, alt: 0x2, ctrl: 0x1000 } as const;

/** The `keyCode` of a key that an input method takes (UI Events, "keydown during composition"). */
const COMPOSING_KEY_CODE = 229;

type HeldKeys = Pick<KeyboardEvent, "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** Whether Control is held, or on a Mac Command, which is there what Control is elsewhere. */
export const holdsControl = ({ ctrlKey, metaKey }: HeldKeys): boolean => ctrlKey || metaKey;

/** The keys that are held, as a device is told of them. */
export const metaStateOf = (held: HeldKeys): number =>
  (held.shiftKey ? META.shift : 0) | (held.altKey ? META.alt : 0) | (holdsControl(held) ? META.ctrl : 0);

/**
 * Whether an input method takes the key press. In Safari the Enter that ends a composition comes after its end: only the
 * old `keyCode` shows what it was.
 */
export const isComposed = ({ isComposing, keyCode }: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  isComposing || keyCode === COMPOSING_KEY_CODE;

/** Returns the Latin letter of a shortcut, in lower case: that on the key, or that at its place if it has another script. */
export function shortcutLetter({ key, code }: Pick<KeyboardEvent, "key" | "code">): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, letter] = /^\p{L}$/u.test(key) ? (/^Key([A-Z])$/.exec(code) ?? []) : [];
  return letter?.toLowerCase();
}
