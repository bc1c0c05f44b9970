import { characterKeys, KEY_CODES } from "@terrarium/scrcpy/key-codes";

const DIGITS = 10;
const FUNCTION_KEYS = 12;

/** X11's names for keys (X11/keysymdef.h, X11/XF86keysym.h). */
export const KEYSYMS = {
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
  [KEY_CODES.home, 0x1008ff18],
  [KEY_CODES.back, 0x1008ff26],
  [KEY_CODES.dpadUp, 0xff52],
  [KEY_CODES.dpadDown, 0xff54],
  [KEY_CODES.dpadLeft, 0xff51],
  [KEY_CODES.dpadRight, 0xff53],
  [KEY_CODES.dpadCenter, KEYSYMS.return],
  [KEY_CODES.volumeUp, 0x1008ff13],
  [KEY_CODES.volumeDown, 0x1008ff11],
  [KEY_CODES.volumeMute, 0x1008ff12],
  [KEY_CODES.tab, KEYSYMS.tab],
  [KEY_CODES.space, 0x20],
  [KEY_CODES.enter, KEYSYMS.return],
  [KEY_CODES.numpadEnter, 0xff8d],
  [KEY_CODES.del, KEYSYMS.backSpace],
  [KEY_CODES.forwardDel, KEYSYMS.delete],
  [KEY_CODES.menu, 0xff67],
  [KEY_CODES.search, 0x1008ff1b],
  [KEY_CODES.pageUp, 0xff55],
  [KEY_CODES.pageDown, 0xff56],
  [KEY_CODES.escape, KEYSYMS.escape],
  [KEY_CODES.sysrq, 0xff61],
  [KEY_CODES.moveHome, 0xff50],
  [KEY_CODES.moveEnd, 0xff57],
  [KEY_CODES.insert, KEYSYMS.insert],
  [KEY_CODES.altLeft, KEYSYMS.alt],
  [KEY_CODES.altRight, 0xffea],
  [KEY_CODES.shiftLeft, KEYSYMS.shift],
  [KEY_CODES.shiftRight, 0xffe2],
  [KEY_CODES.ctrlLeft, KEYSYMS.control],
  [KEY_CODES.ctrlRight, 0xffe4],
  [KEY_CODES.metaLeft, KEYSYMS.superLeft],
  [KEY_CODES.metaRight, 0xffec],
  [KEY_CODES.mediaPlayPause, 0x1008ff14],
  [KEY_CODES.mediaStop, 0x1008ff15],
  [KEY_CODES.mediaNext, 0x1008ff17],
  [KEY_CODES.mediaPrevious, 0x1008ff16],
  [KEY_CODES.capsLock, 0xffe5],
  [KEY_CODES.scrollLock, 0xff14],
  [KEY_CODES.break, 0xff13],
  [KEY_CODES.forward, 0x1008ff27],
  [KEY_CODES.numLock, 0xff7f],
  ...Object.entries(characterKeys).map(([sign, code]): [number, number] => [code, codeOf(sign)]),
  [KEY_CODES.at, codeOf("@")],
  [KEY_CODES.plus, codeOf("+")],
  [KEY_CODES.numpadDivide, codeOf("/")],
  [KEY_CODES.numpadMultiply, codeOf("*")],
  [KEY_CODES.numpadSubtract, codeOf("-")],
  [KEY_CODES.numpadAdd, codeOf("+")],
  [KEY_CODES.numpadDot, codeOf(".")],
  [KEY_CODES.numpadEquals, codeOf("=")],
  ...range(KEY_CODES.f1, FUNCTION_KEYS, 0xffbe),
  ...range(KEY_CODES.numpad0, DIGITS, codeOf("0")),
]);

/** Returns the keysym of an Android key code, or undefined if there is none. */
export const keysymOfKey = (keyCode: number): number | undefined => ofKeys.get(keyCode);

/** Returns the keysym of a character (X11 protocol, appendix A: Latin-1 directly, others by Unicode code point). */
export function keysymOfCharacter(character: string): number {
  if (character === "\n" || character === "\r") return KEYSYMS.return;
  if (character === "\t") return KEYSYMS.tab;
  if (character === "\b") return KEYSYMS.backSpace;
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
