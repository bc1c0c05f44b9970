import { keyCodes } from "@terrarium/scrcpy/key-codes";
import { EDITING_KEYS, holdsControl, metaStateOf } from "../keys.ts";

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

export interface KeyPress {
  keyCode: number;
  metaState: number;
}

type KeyInput = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing" | "getModifierState"
>;

/**
 * The key, with those that are held, that a key press is on a keyboard of the device; undefined where the browser goes on
 * with it: text, which arrives as input, composed if need be, and whatever is on no keyboard.
 */
export function keyPress(input: KeyInput): KeyPress | undefined {
  if (input.isComposing) return undefined;
  const isControl = holdsControl(input);
  const metaState = metaStateOf(input);
  const named = NAMED_KEYS[input.key];
  if (named !== undefined) return { keyCode: named, metaState };
  // What AltGr, or Option on a Mac, makes of a key is a character.
  const isText = input.getModifierState("AltGraph") || (!isControl && (!input.altKey || !/^[ -~]$/.test(input.key)));
  const keyCode = isText ? undefined : keyOf(input);
  return keyCode === undefined ? undefined : { keyCode, metaState };
}

/** Whether a key press pastes, which the browser tells of by itself, with what is pasted. */
export const isPaste = ({ key, ctrlKey, metaKey, shiftKey }: KeyInput): boolean =>
  ((ctrlKey || metaKey) && key.toLowerCase() === "v") || (shiftKey && key === "Insert");

/** By what is on it; where that is of another script, by where it is. */
function keyOf({ key, code }: KeyInput): number | undefined {
  const character = key.toLowerCase();
  if (/^[a-z]$/.test(character)) return keyCodes.letterA + offset(character, "a");
  if (/^\d$/.test(character)) return keyCodes.digit0 + offset(character, "0");
  if (SIGNS[character] !== undefined) return SIGNS[character];
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter !== undefined) return keyCodes.letterA + offset(letter, "A");
  return digit === undefined ? undefined : keyCodes.digit0 + offset(digit, "0");
}

const offset = (character: string, from: string): number =>
  (character.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
