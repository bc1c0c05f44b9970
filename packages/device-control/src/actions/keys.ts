import type { DeviceButton } from "@terrarium/contract/box-action-fields";
import { AppError } from "@terrarium/platform/base/app-error";
import { characterKeys, keyCodes, series } from "@terrarium/scrcpy/key-codes";
import type { ActedOn } from "./acted-on.ts";

const FUNCTION_KEYS = Array.from({ length: 12 }, (_, i) => `f${i + 1}`);
const NUMPAD_DIGITS = Array.from({ length: 10 }, (_, i) => `numpad${i}`);

/** Android's codes of keyboard keys. */
export const KEYBOARD_CODES: Readonly<Record<string, number>> = {
  ...characterKeys,
  ...series(FUNCTION_KEYS, keyCodes.f1),
  ...series(NUMPAD_DIGITS, keyCodes.numpad0),
  control: keyCodes.ctrlLeft,
  alt: keyCodes.altLeft,
  option: keyCodes.altLeft,
  shift: keyCodes.shiftLeft,
  meta: keyCodes.metaLeft,
  win: keyCodes.metaLeft,
  cmd: keyCodes.metaLeft,
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
  capsLock: keyCodes.capsLock,
  numLock: keyCodes.numLock,
  scrollLock: keyCodes.scrollLock,
  pause: keyCodes.break,
  printScreen: keyCodes.sysrq,
  numpadDivide: keyCodes.numpadDivide,
  numpadMultiply: keyCodes.numpadMultiply,
  numpadSubtract: keyCodes.numpadSubtract,
  numpadAdd: keyCodes.numpadAdd,
  numpadDecimal: keyCodes.numpadDot,
  numpadEnter: keyCodes.numpadEnter,
  numpadEqual: keyCodes.numpadEquals,
  volumeUp: keyCodes.volumeUp,
  volumeDown: keyCodes.volumeDown,
  volumeMute: keyCodes.volumeMute,
  mediaPlayPause: keyCodes.mediaPlayPause,
  mediaStop: keyCodes.mediaStop,
  mediaNextTrack: keyCodes.mediaNext,
  mediaPreviousTrack: keyCodes.mediaPrevious,
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
export const SELECT_ALL_COMMAND = combinationCommand([keyCodes.ctrlLeft, keyCodes.letterA]);
