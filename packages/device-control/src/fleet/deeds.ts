import { AppError } from "@terrarium/platform/base/app-error";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { ActedOn } from "../actions/acted-on.ts";
import type { Deed } from "../actions/deed.ts";
import { combinationCommand, KEYBOARD_CODES, pressCommand, requireKeys } from "../actions/keys.ts";
import { openLinkCommand } from "../input/device-input.ts";
import { runOnDevice } from "../screen/on-screen.ts";

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
export function pressButton(device: ActedOn, name: string): Deed<unknown> {
  const code = BUTTONS.get(name.toUpperCase());
  if (code === undefined) throw unknownKey("button", name, [...BUTTONS.keys()]);
  requireKeys(device, [code], Object.fromEntries(BUTTONS));
  return press(device, name, pressCommand([code]));
}

/** Presses keys such as `control+a` at once, and several such chords one after another. Throws invalid_request. */
export function pressChords(device: ActedOn, chords: readonly string[]): Deed<unknown> {
  const commands = chords.map((chord) => combinationCommand(chord.split(/\+(?=.)/).map(codeOf)));
  return press(device, chords.join(" "), commands.join("; "));
}

/** Opens a URL. The action rejects with device_failed if the device has no app for it. */
export const openLink = (device: ActedOn, url: string): Deed<unknown> => ({
  ...NOWHERE,
  kind: "open",
  detail: url,
  async work() {
    // `am` may report failures with exit code 0.
    const printed = await runOnDevice(device, `${openLinkCommand(url)} 2>&1; true`);
    const [, detail] = /^Error: (.*)/m.exec(printed) ?? [];
    if (detail !== undefined) throw new AppError("device_failed", { sandboxId: device.sandboxId, detail });
  },
  message: `Opened ${url}`,
});

const NOWHERE = { marks: [], actual: undefined };

const press = (device: ActedOn, detail: string, command: string): Deed<unknown> => ({
  ...NOWHERE,
  kind: "key",
  detail,
  work: async () => void (await runOnDevice(device, command)),
  message: `Pressed ${detail}`,
});

function codeOf(name: string): number {
  const code = KEYS.get((ALIASES.get(name.toLowerCase()) ?? name).toLowerCase());
  if (code === undefined) throw unknownKey("key", name, [...KEYS.keys(), ...ALIASES.keys()]);
  return code;
}

const unknownKey = (what: string, name: string, known: readonly string[]): AppError =>
  new AppError("invalid_request", { detail: `no ${what} ${JSON.stringify(name)}; there is ${known.join(", ")}` });
