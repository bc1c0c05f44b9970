import { characterKeys, KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { isApple } from "../../../ui/platform.ts";
import { EDITING_KEYS, holdsControl, isComposed, metaStateOf, shortcutLetter } from "../keys.ts";

/** Non-text keys, by their name in the browser. */
const NAMED_KEYS: Readonly<Record<string, number>> = {
  ...EDITING_KEYS,
  Tab: KEY_CODES.tab,
  Escape: KEY_CODES.escape,
  ContextMenu: KEY_CODES.menu,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`F${i + 1}`, KEY_CODES.f1 + i])),
};
const CHARACTER_KEYS: Readonly<Record<string, number>> = { ...characterKeys, " ": KEY_CODES.space };

/** Signs that need AltGr on many layouts, and all non-ASCII characters that are not letters. */
const ALTGR_SIGN = /^(?:[@[\]{}|\\~^`#]|[^\p{ASCII}\p{L}])$/u;
/** Keys that produce such a sign without AltGr on US or British keyboards. */
const OWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  "[": ["BracketLeft"],
  "]": ["BracketRight"],
  "\\": ["Backslash", "IntlBackslash"],
  "`": ["Backquote"],
  "#": ["Backslash"],
};

export interface KeyPress {
  keyCode: number;
  metaState: number;
}

type KeyInput = Pick<
  KeyboardEvent,
  "key" | "code" | "keyCode" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing" | "getModifierState"
>;

/**
 * Returns the device's key for a key press, with its held modifiers. Returns undefined if the browser handles it: text,
 * which arrives as input (possibly composed), and keys that no keyboard has.
 */
export function keyPress(input: KeyInput, isMac = isApple): KeyPress | undefined {
  if (isComposed(input)) return undefined;
  const metaState = metaStateOf(input);
  const named = NAMED_KEYS[input.key];
  if (named !== undefined) return { keyCode: named, metaState };
  const keyCode = makesText(input, isMac) ? undefined : keyOf(input, isMac);
  return keyCode === undefined ? undefined : { keyCode, metaState };
}

/** Returns whether a key press pastes. The browser then sends a paste event with the content. */
export const isPaste = (input: KeyInput): boolean =>
  (holdsControl(input) && shortcutLetter(input) === "v") || (input.shiftKey && input.key === "Insert");

/**
 * Returns whether a key press produces text: without Control and Alt, with AltGr, or with Option on a Mac, which
 * selects characters like AltGr. On Windows, Control and Alt together equal AltGr, but browsers do not always report
 * it.
 */
function makesText(input: KeyInput, isMac: boolean): boolean {
  if (input.getModifierState("AltGraph")) return true;
  if (!input.altKey) return !holdsControl(input);
  if (isMac) return !holdsControl(input);
  return input.ctrlKey && !isOnKey(input);
}

/**
 * Returns whether a key press with Control and Alt produces the key's own character. The combination is then a
 * shortcut.
 */
function isOnKey({ key, code, shiftKey }: KeyInput): boolean {
  if (shiftKey || OWN_KEYS[key]?.includes(code)) return true;
  const isAccented = /^\p{Script=Latin}$/u.test(key) && key > "\x7f" && code.startsWith("Key");
  return !isAccented && !ALTGR_SIGN.test(key);
}

/** Finds the key by its character. For other scripts, and with Option on a Mac, finds it by its position. */
function keyOf({ key, code, altKey }: KeyInput, isMac: boolean): number | undefined {
  const character = altKey && isMac ? "" : key.toLowerCase();
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  return CHARACTER_KEYS[character] ?? CHARACTER_KEYS[digit ?? letter?.toLowerCase() ?? ""];
}
