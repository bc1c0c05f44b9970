import { keyCodes, metaStates } from "@terrarium/adb-device/key-codes";

/** Characters of each key on a US keyboard, without and with Shift. */
const characters = new Map<number, readonly [plain: string, shifted: string]>([
  ...Array.from("0123456789").map(
    (digit, index) => [keyCodes.digit0 + index, [digit, ")!@#$%^&*("[index] ?? digit]] as const,
  ),
  ...Array.from("abcdefghijklmnopqrstuvwxyz").map(
    (letter, index) => [keyCodes.letterA + index, [letter, letter.toUpperCase()]] as const,
  ),
  [keyCodes.star, ["*", "*"]],
  [keyCodes.pound, ["#", "#"]],
  [keyCodes.comma, [",", "<"]],
  [keyCodes.period, [".", ">"]],
  [keyCodes.tab, ["\t", "\t"]],
  [keyCodes.space, [" ", " "]],
  [keyCodes.grave, ["`", "~"]],
  [keyCodes.minus, ["-", "_"]],
  [keyCodes.equals, ["=", "+"]],
  [keyCodes.leftBracket, ["[", "{"]],
  [keyCodes.rightBracket, ["]", "}"]],
  [keyCodes.backslash, ["\\", "|"]],
  [keyCodes.semicolon, [";", ":"]],
  [keyCodes.apostrophe, ["'", '"']],
  [keyCodes.slash, ["/", "?"]],
  [keyCodes.at, ["@", "@"]],
  [keyCodes.plus, ["+", "+"]],
  ...Array.from("0123456789/*-+.,").map(
    (character, index) => [keyCodes.numpad0 + index, [character, character]] as const,
  ),
  [keyCodes.numpadEquals, ["=", "="]],
  [keyCodes.numpadLeftParen, ["(", "("]],
  [keyCodes.numpadRightParen, [")", ")"]],
]);

/** Returns the key's character; undefined for keys without one, and for shortcuts with Ctrl. */
export function characterOf(keyCode: number, metaState: number): string | undefined {
  if (metaState & metaStates.ctrl) return undefined;
  const pair = characters.get(keyCode);
  if (!pair) return undefined;
  const isLetter = keyCode >= keyCodes.letterA && keyCode < keyCodes.letterA + 26;
  const shifted = ((metaState & metaStates.shift) !== 0) !== (isLetter && (metaState & metaStates.capsLock) !== 0);
  return pair[shifted ? 1 : 0];
}

export function isShift(metaState: number): boolean {
  return (metaState & metaStates.shift) !== 0;
}

export function isCtrl(metaState: number): boolean {
  return (metaState & metaStates.ctrl) !== 0;
}

/** Returns the letter of a shortcut with Ctrl, such as "v". */
export function shortcutOf(keyCode: number, metaState: number): string | undefined {
  return metaState & metaStates.ctrl ? characters.get(keyCode)?.[0] : undefined;
}
