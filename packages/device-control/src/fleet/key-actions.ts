import { AppError } from "@terrarium/platform/base/app-error";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { ActionDevice } from "../actions/action-device.ts";
import { press } from "../actions/key-actions.ts";
import type { PreparedAction } from "../actions/prepared-action.ts";
import { KEYBOARD_CODES } from "../input/keys.ts";

/** Buttons by mobilecli's names (its AndroidDevice.PressButton). */
const BUTTONS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    HOME: KEY_CODES.home,
    BACK: KEY_CODES.back,
    APP_SWITCH: KEY_CODES.appSwitch,
    POWER: KEY_CODES.power,
    VOLUME_UP: KEY_CODES.volumeUp,
    VOLUME_DOWN: KEY_CODES.volumeDown,
    ENTER: KEY_CODES.enter,
    BACKSPACE: KEY_CODES.del,
    DPAD_UP: KEY_CODES.dpadUp,
    DPAD_DOWN: KEY_CODES.dpadDown,
    DPAD_LEFT: KEY_CODES.dpadLeft,
    DPAD_RIGHT: KEY_CODES.dpadRight,
    DPAD_CENTER: KEY_CODES.dpadCenter,
  }),
);

/** Key names that differ from the boxes API. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ctrl: "control",
    command: "cmd",
    esc: "escape",
    return: "enter",
    up: "arrowUp",
    down: "arrowDown",
    left: "arrowLeft",
    right: "arrowRight",
    forwarddelete: "delete",
  }),
);
const KEYS = new Map(Object.entries(KEYBOARD_CODES).map(([name, code]) => [name.toLowerCase(), code]));

/** Throws invalid_request, not_possible. */
export function pressButton(device: ActionDevice, name: string): PreparedAction<unknown> {
  const code = BUTTONS.get(name.toUpperCase());
  if (code === undefined) throw unknownKey("button", name, [...BUTTONS.keys()]);
  return press(device, [[code]], Object.fromEntries(BUTTONS));
}

/** Presses keys such as `control+a` at once, and several such chords one after another. Throws invalid_request. */
export const pressChords = (device: ActionDevice, chords: readonly string[]): PreparedAction<unknown> =>
  press(
    device,
    chords.map((chord) => chord.split(/\+(?=.)/).map(codeOf)),
    KEYBOARD_CODES,
  );

function codeOf(name: string): number {
  const code = KEYS.get((ALIASES.get(name.toLowerCase()) ?? name).toLowerCase());
  if (code === undefined) throw unknownKey("key", name, [...KEYS.keys(), ...ALIASES.keys()]);
  return code;
}

const unknownKey = (what: string, name: string, known: readonly string[]): AppError =>
  new AppError("invalid_request", { detail: `no ${what} ${JSON.stringify(name)}; there is ${known.join(", ")}` });
