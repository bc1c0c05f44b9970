/** Android key codes (AOSP KeyEvent.java) and what a US keyboard types with them. */
export const keyCodes = {
  home: 3,
  back: 4,
  call: 5,
  endCall: 6,
  dpadUp: 19,
  dpadDown: 20,
  dpadLeft: 21,
  dpadRight: 22,
  dpadCenter: 23,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  camera: 27,
  tab: 61,
  space: 62,
  enter: 66,
  del: 67,
  menu: 82,
  notification: 83,
  search: 84,
  pageUp: 92,
  pageDown: 93,
  escape: 111,
  sysrq: 120,
  forwardDel: 112,
  moveHome: 122,
  moveEnd: 123,
  numpadEnter: 160,
  volumeMute: 164,
  appSwitch: 187,
  brightnessDown: 220,
  brightnessUp: 221,
  sleep: 223,
  wakeUp: 224,
  softSleep: 276,
  cut: 277,
  copy: 278,
  paste: 279,
  allApps: 284,
} as const;

const metaShift = 0x1;
const metaCtrl = 0x1000;
const metaCapsLock = 0x100000;

const characters = new Map<number, readonly [plain: string, shifted: string]>([
  ...Array.from("0123456789").map((digit, index) => [7 + index, [digit, ")!@#$%^&*("[index] ?? digit]] as const),
  ...Array.from("abcdefghijklmnopqrstuvwxyz").map(
    (letter, index) => [29 + index, [letter, letter.toUpperCase()]] as const,
  ),
  [17, ["*", "*"]],
  [18, ["#", "#"]],
  [55, [",", "<"]],
  [56, [".", ">"]],
  [61, ["\t", "\t"]],
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

/** The character that the key types; undefined for keys that type none, and for shortcuts with Ctrl. */
export function characterOf(keyCode: number, metaState: number): string | undefined {
  if (metaState & metaCtrl) return undefined;
  const pair = characters.get(keyCode);
  if (!pair) return undefined;
  const isLetter = keyCode >= 29 && keyCode <= 54;
  const shifted = ((metaState & metaShift) !== 0) !== (isLetter && (metaState & metaCapsLock) !== 0);
  return pair[shifted ? 1 : 0];
}

export function isShift(metaState: number): boolean {
  return (metaState & metaShift) !== 0;
}

export function isCtrl(metaState: number): boolean {
  return (metaState & metaCtrl) !== 0;
}

/** The letter of a shortcut with Ctrl, such as "v". */
export function shortcutOf(keyCode: number, metaState: number): string | undefined {
  return metaState & metaCtrl ? characters.get(keyCode)?.[0] : undefined;
}
