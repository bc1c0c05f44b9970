import { characterKeys, KEY_CODES } from "@terrarium/scrcpy/key-codes";

/** Keys that a step can press, with Android's codes. */
export const KEYS = {
  home: KEY_CODES.home,
  back: KEY_CODES.back,
  up: KEY_CODES.dpadUp,
  down: KEY_CODES.dpadDown,
  left: KEY_CODES.dpadLeft,
  right: KEY_CODES.dpadRight,
  volume_up: KEY_CODES.volumeUp,
  volume_down: KEY_CODES.volumeDown,
  power: KEY_CODES.power,
  tab: KEY_CODES.tab,
  space: KEY_CODES.space,
  enter: KEY_CODES.enter,
  delete: KEY_CODES.del,
  menu: KEY_CODES.menu,
  search: KEY_CODES.search,
  escape: KEY_CODES.escape,
  move_end: KEY_CODES.moveEnd,
  recents: KEY_CODES.appSwitch,
  wake: KEY_CODES.wakeUp,
} as const;

export type KeyName = keyof typeof KEYS;

/** Held while another key is pressed. */
const HELD = {
  ctrl: KEY_CODES.ctrlLeft,
  alt: KEY_CODES.altLeft,
  shift: KEY_CODES.shiftLeft,
  meta: KEY_CODES.metaLeft,
} as const;

/** Matches names of keys, and combinations such as ctrl+shift+t. */
export const PRESSED = new RegExp(
  `^((${Object.keys(HELD).join("|")})\\+)*(${Object.keys(KEYS).join("|")}|[a-z]|[0-9]|f([1-9]|1[0-2]))$`,
);

/** Returns Android's codes for a text that PRESSED matches, held keys first. */
export const codesOf = (pressed: string): number[] =>
  pressed
    .split("+")
    .map(
      (name) =>
        ({ ...KEYS, ...HELD })[name as KeyName] ?? characterKeys[name] ?? KEY_CODES.f1 + Number(name.slice(1)) - 1,
    );
