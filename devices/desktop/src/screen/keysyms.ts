import { keyCodes } from "@terrarium/scrcpy/key-codes";

const letters = 26;
const digits = 10;
const firstFunctionKey = 131;
const functionKeys = 12;
const firstNumpadKey = 144;

/** X11's names for keys (X11/keysymdef.h, X11/XF86keysym.h). */
export const keysyms = {
  backSpace: 0xff08,
  tab: 0xff09,
  return: 0xff0d,
  escape: 0xff1b,
  insert: 0xff63,
  delete: 0xffff,
  shift: 0xffe1,
  control: 0xffe3,
  alt: 0xffe9,
  superLeft: 0xffeb,
} as const;

/** PC keysyms of Android's keys. */
const ofKeys: ReadonlyMap<number, number> = new Map<number, number>([
  [keyCodes.home, 0x1008ff18],
  [keyCodes.back, 0x1008ff26],
  [keyCodes.dpadUp, 0xff52],
  [keyCodes.dpadDown, 0xff54],
  [keyCodes.dpadLeft, 0xff51],
  [keyCodes.dpadRight, 0xff53],
  [keyCodes.dpadCenter, keysyms.return],
  [keyCodes.volumeUp, 0x1008ff13],
  [keyCodes.volumeDown, 0x1008ff11],
  [keyCodes.volumeMute, 0x1008ff12],
  [keyCodes.tab, keysyms.tab],
  [keyCodes.space, 0x20],
  [keyCodes.enter, keysyms.return],
  [keyCodes.numpadEnter, 0xff8d],
  [keyCodes.del, keysyms.backSpace],
  [keyCodes.forwardDel, keysyms.delete],
  [keyCodes.menu, 0xff67],
  [keyCodes.search, 0x1008ff1b],
  [keyCodes.pageUp, 0xff55],
  [keyCodes.pageDown, 0xff56],
  [keyCodes.escape, keysyms.escape],
  [keyCodes.sysrq, 0xff61],
  [keyCodes.moveHome, 0xff50],
  [keyCodes.moveEnd, 0xff57],
  [keyCodes.insert, keysyms.insert],
  // Plain numbers have no name in key-codes.ts (AOSP KeyEvent.java).
  ...signs(keyCodes.comma, ",."),
  [keyCodes.altLeft, keysyms.alt],
  [58, 0xffea],
  [keyCodes.shiftLeft, keysyms.shift],
  [60, 0xffe2],
  ...signs(68, "`-=[]\\;'/@"),
  [81, codeOf("+")],
  [113, keysyms.control],
  [114, 0xffe4],
  ...range(85, 2, 0x1008ff14),
  [87, 0x1008ff17],
  [88, 0x1008ff16],
  [115, 0xffe5],
  [116, 0xff14],
  [117, keysyms.superLeft],
  [118, 0xffec],
  [121, 0xff13],
  [125, 0x1008ff27],
  [143, 0xff7f],
  ...signs(154, "/*-+."),
  [161, codeOf("=")],
  ...range(keyCodes.letterA, letters, codeOf("a")),
  ...range(keyCodes.digit0, digits, codeOf("0")),
  ...range(firstFunctionKey, functionKeys, 0xffbe),
  ...range(firstNumpadKey, digits, codeOf("0")),
]);

/** Returns the keysym of an Android key code, or undefined if there is none. */
export const keysymOfKey = (keyCode: number): number | undefined => ofKeys.get(keyCode);

/** Returns the keysym of a character (X11 protocol, appendix A: Latin-1 directly, others by Unicode code point). */
export function keysymOfCharacter(character: string): number {
  if (character === "\n" || character === "\r") return keysyms.return;
  if (character === "\t") return keysyms.tab;
  if (character === "\b") return keysyms.backSpace;
  const code = codeOf(character);
  const isLatin1 = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
  return isLatin1 ? code : 0x1000000 + code;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function range(first: number, count: number, keysym: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => [first + i, keysym + i]);
}

/** Pairs consecutive key codes with the characters of a text. */
function signs(first: number, text: string): [number, number][] {
  return text.split("").map((sign, i) => [first + i, codeOf(sign)]);
}
