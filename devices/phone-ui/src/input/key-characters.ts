import { KEY_CODES, META_STATES } from "@terrarium/adb-device/key-codes";

/** Characters of each key on a US keyboard, without and with Shift. */
const characters = new Map<number, readonly [plain: string, shifted: string]>([
  ...Array.from("0123456789").map(
    (digit, index) => [KEY_CODES.digit0 + index, [digit, ")!@#$%^&*("[index] ?? digit]] as const,
  ),
  ...Array.from("abcdefghijklmnopqrstuvwxyz").map(
    (letter, index) => [KEY_CODES.letterA + index, [letter, letter.toUpperCase()]] as const,
  ),
  [KEY_CODES.star, ["*", "*"]],
  [KEY_CODES.pound, ["#", "#"]],
  [KEY_CODES.comma, [",", "<"]],
  [KEY_CODES.period, [".", ">"]],
  [KEY_CODES.tab, ["\t", "\t"]],
  [KEY_CODES.space, [" ", " "]],
  [KEY_CODES.grave, ["`", "~"]],
  [KEY_CODES.minus, ["-", "_"]],
  [KEY_CODES.equals, ["=", "+"]],
  [KEY_CODES.leftBracket, ["[", "{"]],
  [KEY_CODES.rightBracket, ["]", "}"]],
  [KEY_CODES.backslash, ["\\", "|"]],
  [KEY_CODES.semicolon, [";", ":"]],
  [KEY_CODES.apostrophe, ["'", '"']],
  [KEY_CODES.slash, ["/", "?"]],
  [KEY_CODES.at, ["@", "@"]],
  [KEY_CODES.plus, ["+", "+"]],
  ...Array.from("0123456789/*-+.,").map(
    (character, index) => [KEY_CODES.numpad0 + index, [character, character]] as const,
  ),
  [KEY_CODES.numpadEquals, ["=", "="]],
  [KEY_CODES.numpadLeftParen, ["(", "("]],
  [KEY_CODES.numpadRightParen, [")", ")"]],
]);

/** Returns the key's character; undefined for keys without one, and for shortcuts with Ctrl. */
export function characterOf(keyCode: number, metaState: number): string | undefined {
  if (metaState & META_STATES.ctrl) return undefined;
  const pair = characters.get(keyCode);
  if (!pair) return undefined;
  const isLetter = keyCode >= KEY_CODES.letterA && keyCode < KEY_CODES.letterA + 26;
  const shifted = ((metaState & META_STATES.shift) !== 0) !== (isLetter && (metaState & META_STATES.capsLock) !== 0);
  return pair[shifted ? 1 : 0];
}

export function isShift(metaState: number): boolean {
  return (metaState & META_STATES.shift) !== 0;
}

export function isCtrl(metaState: number): boolean {
  return (metaState & META_STATES.ctrl) !== 0;
}

/** Returns the letter of a shortcut with Ctrl, such as "v". */
export function shortcutOf(keyCode: number, metaState: number): string | undefined {
  return metaState & META_STATES.ctrl ? characters.get(keyCode)?.[0] : undefined;
}
