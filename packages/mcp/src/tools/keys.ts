import { characterKeys, keyCodes } from "@terrarium/scrcpy/key-codes";

/** Keys that a step can press, with Android's codes. */
export const KEYS = {
  home: keyCodes.home,
  back: keyCodes.back,
  up: keyCodes.dpadUp,
  down: keyCodes.dpadDown,
  left: keyCodes.dpadLeft,
  right: keyCodes.dpadRight,
  volume_up: keyCodes.volumeUp,
  volume_down: keyCodes.volumeDown,
  power: keyCodes.power,
  tab: keyCodes.tab,
  space: keyCodes.space,
  enter: keyCodes.enter,
  delete: keyCodes.del,
  menu: keyCodes.menu,
  search: keyCodes.search,
  escape: keyCodes.escape,
  move_end: keyCodes.moveEnd,
  recents: keyCodes.appSwitch,
  wake: keyCodes.wakeUp,
} as const;

export type KeyName = keyof typeof KEYS;

/** Held while another key is pressed. */
const HELD = {
  ctrl: keyCodes.ctrlLeft,
  alt: keyCodes.altLeft,
  shift: keyCodes.shiftLeft,
  meta: keyCodes.metaLeft,
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
        ({ ...KEYS, ...HELD })[name as KeyName] ?? characterKeys[name] ?? keyCodes.f1 + Number(name.slice(1)) - 1,
    );
