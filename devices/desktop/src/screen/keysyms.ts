import { characterKeys, keyCodes } from "@terrarium/scrcpy/key-codes";

const digits = 10;
const functionKeys = 12;

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
  [keyCodes.altLeft, keysyms.alt],
  [keyCodes.altRight, 0xffea],
  [keyCodes.shiftLeft, keysyms.shift],
  [keyCodes.shiftRight, 0xffe2],
  [keyCodes.ctrlLeft, keysyms.control],
  [keyCodes.ctrlRight, 0xffe4],
  [keyCodes.metaLeft, keysyms.superLeft],
  [keyCodes.metaRight, 0xffec],
  [keyCodes.mediaPlayPause, 0x1008ff14],
  [keyCodes.mediaStop, 0x1008ff15],
  [keyCodes.mediaNext, 0x1008ff17],
  [keyCodes.mediaPrevious, 0x1008ff16],
  [keyCodes.capsLock, 0xffe5],
  [keyCodes.scrollLock, 0xff14],
  [keyCodes.break, 0xff13],
  [keyCodes.forward, 0x1008ff27],
  [keyCodes.numLock, 0xff7f],
  ...Object.entries(characterKeys).map(([sign, code]): [number, number] => [code, codeOf(sign)]),
  [keyCodes.at, codeOf("@")],
  [keyCodes.plus, codeOf("+")],
  [keyCodes.numpadDivide, codeOf("/")],
  [keyCodes.numpadMultiply, codeOf("*")],
  [keyCodes.numpadSubtract, codeOf("-")],
  [keyCodes.numpadAdd, codeOf("+")],
  [keyCodes.numpadDot, codeOf(".")],
  [keyCodes.numpadEquals, codeOf("=")],
  ...range(keyCodes.f1, functionKeys, 0xffbe),
  ...range(keyCodes.numpad0, digits, codeOf("0")),
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
