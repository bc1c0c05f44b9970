import type { DeviceButton } from "@terrarium/contract/box-action-fields";
import { AppError } from "@terrarium/platform/base/app-error";
import { characterKeys, KEY_CODES, series } from "@terrarium/scrcpy/key-codes";

const FUNCTION_KEYS = Array.from({ length: 12 }, (_, i) => `f${i + 1}`);
const NUMPAD_DIGITS = Array.from({ length: 10 }, (_, i) => `numpad${i}`);

/** Android's codes of keyboard keys. */
export const KEYBOARD_CODES: Readonly<Record<string, number>> = {
  ...characterKeys,
  ...series(FUNCTION_KEYS, KEY_CODES.f1),
  ...series(NUMPAD_DIGITS, KEY_CODES.numpad0),
  control: KEY_CODES.ctrlLeft,
  alt: KEY_CODES.altLeft,
  option: KEY_CODES.altLeft,
  shift: KEY_CODES.shiftLeft,
  meta: KEY_CODES.metaLeft,
  win: KEY_CODES.metaLeft,
  cmd: KEY_CODES.metaLeft,
  arrowUp: KEY_CODES.dpadUp,
  arrowDown: KEY_CODES.dpadDown,
  arrowLeft: KEY_CODES.dpadLeft,
  arrowRight: KEY_CODES.dpadRight,
  home: KEY_CODES.moveHome,
  end: KEY_CODES.moveEnd,
  pageUp: KEY_CODES.pageUp,
  pageDown: KEY_CODES.pageDown,
  enter: KEY_CODES.enter,
  space: KEY_CODES.space,
  tab: KEY_CODES.tab,
  escape: KEY_CODES.escape,
  backspace: KEY_CODES.del,
  delete: KEY_CODES.forwardDel,
  insert: KEY_CODES.insert,
  capsLock: KEY_CODES.capsLock,
  numLock: KEY_CODES.numLock,
  scrollLock: KEY_CODES.scrollLock,
  pause: KEY_CODES.break,
  printScreen: KEY_CODES.sysrq,
  numpadDivide: KEY_CODES.numpadDivide,
  numpadMultiply: KEY_CODES.numpadMultiply,
  numpadSubtract: KEY_CODES.numpadSubtract,
  numpadAdd: KEY_CODES.numpadAdd,
  numpadDecimal: KEY_CODES.numpadDot,
  numpadEnter: KEY_CODES.numpadEnter,
  numpadEqual: KEY_CODES.numpadEquals,
  volumeUp: KEY_CODES.volumeUp,
  volumeDown: KEY_CODES.volumeDown,
  volumeMute: KEY_CODES.volumeMute,
  mediaPlayPause: KEY_CODES.mediaPlayPause,
  mediaStop: KEY_CODES.mediaStop,
  mediaNextTrack: KEY_CODES.mediaNext,
  mediaPreviousTrack: KEY_CODES.mediaPrevious,
};

export const BUTTON_CODES: Readonly<Record<DeviceButton, number>> = {
  power: KEY_CODES.power,
  volumeUp: KEY_CODES.volumeUp,
  volumeDown: KEY_CODES.volumeDown,
  volumeMute: KEY_CODES.volumeMute,
  home: KEY_CODES.home,
  back: KEY_CODES.back,
  menu: KEY_CODES.menu,
  appSwitch: KEY_CODES.appSwitch,
};

/** Names of keys in the timeline, by Android's code. The first name of a code counts: "alt", not "option". */
const KEY_NAMES: ReadonlyMap<number, string> = new Map(
  [BUTTON_CODES, KEYBOARD_CODES, { search: KEY_CODES.search, wakeUp: KEY_CODES.wakeUp }]
    .flatMap((codes) => Object.entries<number>(codes))
    .toReversed()
    .map(([name, code]) => [code, name]),
);

/** Returns the name of a key in the timeline, or its code if it has none. */
export const keyName = (code: number): string => KEY_NAMES.get(code) ?? String(code);

/** Keys missing on a PC keyboard. */
const PHONE_CODES: ReadonlySet<number> = new Set([KEY_CODES.power, KEY_CODES.appSwitch, KEY_CODES.wakeUp]);

/**
 * Throws not_possible for a phone key on a PC keyboard, and lists the supported keys. `keys`: all keys that callers can
 * request, by name.
 */
export function requireKeys(
  { hasMouse }: { hasMouse: boolean },
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
export const SELECT_ALL_COMMAND = combinationCommand([KEY_CODES.ctrlLeft, KEY_CODES.letterA]);
