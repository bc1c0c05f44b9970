import type { KeyName } from "@terrarium/contract/gbox-android";
import { keyCodes } from "@terrarium/scrcpy/key-codes";

/** Android's codes of the keys that a call can press. */
export const KEY_CODES: Readonly<Record<KeyName, number>> = {
  enter: keyCodes.enter,
  delete: keyCodes.del,
  back: keyCodes.back,
  home: keyCodes.home,
  space: keyCodes.space,
  up: keyCodes.dpadUp,
  down: keyCodes.dpadDown,
  left: keyCodes.dpadLeft,
  right: keyCodes.dpadRight,
  menu: keyCodes.menu,
};

/** The names of keys by their codes: the same, and those that only a person presses. */
export const KEY_NAMES: ReadonlyMap<number, string> = new Map([
  ...Object.entries(KEY_CODES).map(([name, code]): [number, string] => [code, name]),
  [keyCodes.forwardDel, "delete"],
  [keyCodes.appSwitch, "recents"],
  [keyCodes.wakeUp, "wake"],
]);
