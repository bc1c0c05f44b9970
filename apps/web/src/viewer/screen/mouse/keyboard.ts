import { keyCodes } from "@terrarium/scrcpy/key-codes";
import { isApple } from "../../../ui/platform.ts";
import { EDITING_KEYS, holdsControl, isComposed, metaStateOf, shortcutLetter } from "../keys.ts";

/** Keys that are no text, by their name in the browser. */
const NAMED_KEYS: Readonly<Record<string, number>> = {
  ...EDITING_KEYS,
  Tab: keyCodes.tab,
  Escape: keyCodes.escape,
  ContextMenu: keyCodes.menu,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`F${i + 1}`, keyCodes.f1 + i])),
};
const SIGNS: Readonly<Record<string, number>> = {
  ",": keyCodes.comma,
  ".": keyCodes.period,
  "`": keyCodes.grave,
  "-": keyCodes.minus,
  "=": keyCodes.equals,
  "[": keyCodes.leftBracket,
  "]": keyCodes.rightBracket,
  "\\": keyCodes.backslash,
  ";": keyCodes.semicolon,
  "'": keyCodes.apostrophe,
  "/": keyCodes.slash,
  " ": keyCodes.space,
};

/** Signs that many layouts have with AltGr alone, and all beyond ASCII that are no letters. */
const ALTGR_SIGN = /^(?:[@[\]{}|\\~^`#]|[^\p{ASCII}\p{L}])$/u;
/** Keys that have such a sign without AltGr on a keyboard of the United States or of Britain. */
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
 * Returns the key, with those that are held, that a key press is on a keyboard of the device. Returns undefined if the
 * browser goes on with it: text, which arrives as input, composed if need be, and keys that no keyboard has.
 */
export function keyPress(input: KeyInput, isMac = isApple): KeyPress | undefined {
  if (isComposed(input)) return undefined;
  const metaState = metaStateOf(input);
  const named = NAMED_KEYS[input.key];
  if (named !== undefined) return { keyCode: named, metaState };
  const keyCode = makesText(input, isMac) ? undefined : keyOf(input, isMac);
  return keyCode === undefined ? undefined : { keyCode, metaState };
}

/** Whether a key press pastes: the browser then sends a paste event with the content. */
export const isPaste = (input: KeyInput): boolean =>
  (holdsControl(input) && shortcutLetter(input) === "v") || (input.shiftKey && input.key === "Insert");

/**
 * Whether a key press makes text: without Control and Alt, with AltGr, and with Option on a Mac, which chooses characters
 * as AltGr does. On Windows, Control and Alt together are AltGr too: browsers do not always say so.
 */
function makesText(input: KeyInput, isMac: boolean): boolean {
  if (input.getModifierState("AltGraph")) return true;
  if (!input.altKey) return !holdsControl(input);
  if (isMac) return !holdsControl(input);
  return input.ctrlKey && !isOnKey(input);
}

/** Whether a key press with Control and Alt makes what its key has without them: the combination is then a shortcut. */
function isOnKey({ key, code, shiftKey }: KeyInput): boolean {
  if (shiftKey || OWN_KEYS[key]?.includes(code)) return true;
  const isAccented = /^\p{Script=Latin}$/u.test(key) && key > "\x7f" && code.startsWith("Key");
  return !isAccented && !ALTGR_SIGN.test(key);
}

/** By what is on it; where that is of another script, or what Option makes of it, by where it is. */
function keyOf({ key, code, altKey }: KeyInput, isMac: boolean): number | undefined {
  const character = altKey && isMac ? "" : key.toLowerCase();
  if (/^[a-z]$/.test(character)) return keyCodes.letterA + offset(character, "a");
  if (/^\d$/.test(character)) return keyCodes.digit0 + offset(character, "0");
  if (SIGNS[character] !== undefined) return SIGNS[character];
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter !== undefined) return keyCodes.letterA + offset(letter, "A");
  return digit === undefined ? undefined : keyCodes.digit0 + offset(digit, "0");
}

const offset = (character: string, from: string): number =>
  (character.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
