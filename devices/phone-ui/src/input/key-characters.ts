import { keyCodes } from "@terrarium/adb-device/key-codes";

const metaShift = 0x1;
const metaCtrl = 0x1000;
const metaCapsLock = 0x100000;

/** Characters of each key on a US keyboard, without and with Shift. */
const characters = new Map<number, readonly [plain: string, shifted: string]>([
  ...Array.from("0123456789").map(
    (digit, index) => [keyCodes.digit0 + index, [digit, ")!@#$%^&*("[index] ?? digit]] as const,
  ),
  ...Array.from("abcdefghijklmnopqrstuvwxyz").map(
    (letter, index) => [keyCodes.letterA + index, [letter, letter.toUpperCase()]] as const,
  ),
  [17, ["*", "*"]],
  [18, ["#", "#"]],
  [55, [",", "<"]],
  [56, [".", ">"]],
  [keyCodes.tab, ["\t", "\t"]],
  [keyCodes.space, [" ", " "]],
  [68, ["`", "~"]],
  [69, ["-", "_"]],
  [70, ["=", "+"]],
  [71, ["[", "{"]],
  [72, ["]", "}"]],
  [73, ["\\", "|"]],
  [74, [";", ":"]],
  [75, ["'", '"']],
  [76, ["/", "?"]],
  [77, ["@", "@"]],
  [81, ["+", "+"]],
  ...Array.from("0123456789/*-+.,").map((character, index) => [144 + index, [character, character]] as const),
  [161, ["=", "="]],
  [162, ["(", "("]],
  [163, [")", ")"]],
]);

/** Returns the key's character; undefined for keys without one, and for shortcuts with Ctrl. */
export function characterOf(keyCode: number, metaState: number): string | undefined {
  if (metaState & metaCtrl) return undefined;
  const pair = characters.get(keyCode);
  if (!pair) return undefined;
  const isLetter = keyCode >= keyCodes.letterA && keyCode < keyCodes.letterA + 26;
  const shifted = ((metaState & metaShift) !== 0) !== (isLetter && (metaState & metaCapsLock) !== 0);
  return pair[shifted ? 1 : 0];
}

export function isShift(metaState: number): boolean {
  return (metaState & metaShift) !== 0;
}

export function isCtrl(metaState: number): boolean {
  return (metaState & metaCtrl) !== 0;
}

/** Returns the letter of a shortcut with Ctrl, such as "v". */
export function shortcutOf(keyCode: number, metaState: number): string | undefined {
  return metaState & metaCtrl ? characters.get(keyCode)?.[0] : undefined;
}
