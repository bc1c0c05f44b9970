import type { DeviceButton } from "@terrarium/contract/box-action-fields";
import { AppError } from "@terrarium/platform/base/app-error";
import { keyCodes } from "@terrarium/scrcpy/key-codes";
import type { ActedOn } from "./acted-on.ts";

const series = (names: Iterable<string>, first: number): Record<string, number> =>
  Object.fromEntries([...names].map((name, i) => [name, first + i]));
const FUNCTION_KEYS = Array.from({ length: 12 }, (_, i) => `f${i + 1}`);
const NUMPAD_DIGITS = Array.from({ length: 10 }, (_, i) => `numpad${i}`);

/** Android's codes of keyboard keys (AOSP KeyEvent.java). */
export const KEYBOARD_CODES: Readonly<Record<string, number>> = {
  ...series("0123456789", keyCodes.digit0),
  ...series("abcdefghijklmnopqrstuvwxyz", keyCodes.letterA),
  ...series(FUNCTION_KEYS, 131),
  ...series(NUMPAD_DIGITS, 144),
  control: 113,
  alt: 57,
  option: 57,
  shift: 59,
  meta: 117,
  win: 117,
  cmd: 117,
  arrowUp: keyCodes.dpadUp,
  arrowDown: keyCodes.dpadDown,
  arrowLeft: keyCodes.dpadLeft,
  arrowRight: keyCodes.dpadRight,
  home: keyCodes.moveHome,
  end: keyCodes.moveEnd,
  pageUp: keyCodes.pageUp,
  pageDown: keyCodes.pageDown,
  enter: keyCodes.enter,
  space: keyCodes.space,
  tab: keyCodes.tab,
  escape: keyCodes.escape,
  backspace: keyCodes.del,
  delete: keyCodes.forwardDel,
  insert: keyCodes.insert,
  capsLock: 115,
  numLock: 143,
  scrollLock: 116,
  pause: 121,
  printScreen: keyCodes.sysrq,
  ",": 55,
  ".": 56,
  "`": 68,
  "-": 69,
  "=": 70,
  "[": 71,
  "]": 72,
  "\\": 73,
  ";": 74,
  "'": 75,
  "/": 76,
  numpadDivide: 154,
  numpadMultiply: 155,
  numpadSubtract: 156,
  numpadAdd: 157,
  numpadDecimal: 158,
  numpadEnter: keyCodes.numpadEnter,
  numpadEqual: 161,
  volumeUp: keyCodes.volumeUp,
  volumeDown: keyCodes.volumeDown,
  volumeMute: keyCodes.volumeMute,
  mediaPlayPause: 85,
  mediaStop: 86,
  mediaNextTrack: 87,
  mediaPreviousTrack: 88,
};

export const BUTTON_CODES: Readonly<Record<DeviceButton, number>> = {
  power: keyCodes.power,
  volumeUp: keyCodes.volumeUp,
  volumeDown: keyCodes.volumeDown,
  volumeMute: keyCodes.volumeMute,
  home: keyCodes.home,
  back: keyCodes.back,
  menu: keyCodes.menu,
  appSwitch: keyCodes.appSwitch,
};

/** Keys missing on a PC keyboard. */
const PHONE_CODES: ReadonlySet<number> = new Set([keyCodes.power, keyCodes.appSwitch, keyCodes.wakeUp]);

/**
 * Throws not_possible for a phone key on a PC keyboard, and lists the supported keys. `keys`: all keys that callers can
 * request, by name.
 */
export function requireKeys(
  { hasMouse }: Pick<ActedOn, "hasMouse">,
  pressed: readonly number[],
  keys: Readonly<Record<string, number>>,
): void {
  if (!hasMouse || !pressed.some((code) => PHONE_CODES.has(code))) return;
  const names = (wanted: (code: number) => boolean) =>
    Object.entries(keys).flatMap(([name, code]) => (wanted(code) ? [name] : []));
  const missing = names((code) => PHONE_CODES.has(code) && pressed.includes(code));
  const there = names((code) => !PHONE_CODES.has(code));
  const detail = `this box has a keyboard without that, but with ${there.join(", ")}`;
  throw new AppError("not_possible", { what: `Pressing ${missing.join(", ")}`, detail });
}

/** Returns the command line that presses keys one after another. */
export const pressCommand = (codes: readonly number[]): string => `input keyevent ${codes.join(" ")}`;

/** Returns the command line that presses keys together. `input keycombination` (Android 12) needs at least two. */
export const combinationCommand = (codes: readonly number[]): string =>
  codes.length === 1 ? pressCommand(codes) : `input keycombination ${codes.join(" ")}`;

/** Selects all text of a field, so that the next input replaces it. */
export const SELECT_ALL_COMMAND = combinationCommand([113, keyCodes.letterA]);
