import type { KeyName } from "@terrarium/contract/gbox-android";
import { KEY_CODES as keyCodes } from "@terrarium/scrcpy/key-codes";

/** Android codes of keys that calls can press. */
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

/** Names of keys by code: those of calls, and those that only people press. */
export const KEY_NAMES: ReadonlyMap<number, string> = new Map([
  ...Object.entries(KEY_CODES).map(([name, code]): [number, string] => [code, name]),
  [keyCodes.forwardDel, "delete"],
  [keyCodes.appSwitch, "recents"],
  [keyCodes.wakeUp, "wake"],
]);
