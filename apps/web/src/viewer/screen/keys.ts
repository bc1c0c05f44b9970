import { KEY_CODES, META_STATES } from "@terrarium/scrcpy/key-codes";

/** Non-text keys with the same meaning on every device, by their name in the browser. */
export const EDITING_KEYS: Readonly<Record<string, number>> = {
  Enter: KEY_CODES.enter,
  Backspace: KEY_CODES.del,
  Delete: KEY_CODES.forwardDel,
  ArrowUp: KEY_CODES.dpadUp,
  ArrowDown: KEY_CODES.dpadDown,
  ArrowLeft: KEY_CODES.dpadLeft,
  ArrowRight: KEY_CODES.dpadRight,
  PageUp: KEY_CODES.pageUp,
  PageDown: KEY_CODES.pageDown,
  Home: KEY_CODES.moveHome,
  End: KEY_CODES.moveEnd,
  Insert: KEY_CODES.insert,
};

/** The `keyCode` of a key handled by an input method (UI Events, "keydown during composition"). */
const COMPOSING_KEY_CODE = 229;

type HeldKeys = Pick<KeyboardEvent, "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** Returns whether Control is held, or Command, its equivalent on a Mac. */
export const holdsControl = ({ ctrlKey, metaKey }: HeldKeys): boolean => ctrlKey || metaKey;

/** Returns the held modifiers as Android's meta state. */
export const metaStateOf = (held: HeldKeys): number =>
  (held.shiftKey ? META_STATES.shift : 0) |
  (held.altKey ? META_STATES.alt : 0) |
  (holdsControl(held) ? META_STATES.ctrl : 0);

/**
 * Returns whether an input method handles the key press. In Safari the Enter that ends a composition arrives after its
 * end, and only the old `keyCode` identifies it.
 */
export const isComposed = ({ isComposing, keyCode }: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  isComposing || keyCode === COMPOSING_KEY_CODE;

/**
 * Returns the Latin letter of a shortcut in lower case: the key's own letter, or the letter at its position for other
 * scripts.
 */
export function shortcutLetter({ key, code }: Pick<KeyboardEvent, "key" | "code">): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, letter] = /^\p{L}$/u.test(key) ? (/^Key([A-Z])$/.exec(code) ?? []) : [];
  return letter?.toLowerCase();
}
