import type * as contract from "@terrarium/contract/box-actions";
import type { BodyOf } from "@terrarium/contract/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import {
  BUTTON_CODES,
  combinationCommand,
  KEYBOARD_CODES,
  keyName,
  pressCommand,
  requireKeys,
  SELECT_ALL_COMMAND,
} from "../input/keys.ts";
import { typeAsItStands } from "../input/text-input.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import type { ActionDevice } from "./action-device.ts";
import type { PreparedAction } from "./prepared-action.ts";

/** Values of `user_rotation`: quarter turns, counter-clockwise (AOSP Surface.ROTATION_90 and its like). */
const ROTATIONS = { portrait: 0, landscapeLeft: 1, portraitUpsideDown: 2, landscapeRight: 3 } as const;

export function type(
  device: ActionDevice,
  { text, mode, pressEnter }: BodyOf<typeof contract.typeInBox>,
): PreparedAction<Record<string, never>> {
  // Records only the length, because the text may be a secret.
  const characters = Array.from(text).length;
  return {
    ...NOWHERE,
    kind: "text",
    detail: String(characters),
    work: async () => {
      if (mode === "replace")
        await run(device, text === "" ? `${SELECT_ALL_COMMAND}; ${pressCommand([KEY_CODES.del])}` : SELECT_ALL_COMMAND);
      await typeAsItStands(device.session, text);
      if (pressEnter) await run(device, pressCommand([KEY_CODES.enter]));
    },
    message: `Typed ${characters} characters`,
  };
}

/** Presses keys one after another, or together. The record has the caller's names of the keys. */
export function pressKeys(
  device: ActionDevice,
  { keys, combination }: BodyOf<typeof contract.pressBoxKeys>,
): PreparedAction<Record<string, never>> {
  const codes = keys.map((key) => KEYBOARD_CODES[key] ?? 0);
  const names = keys.join(combination ? "+" : " ");
  return press(device, combination ? [codes] : codes.map((code) => [code]), KEYBOARD_CODES, names);
}

/** Throws not_possible as `requireKeys` does. */
export const pressButtons = (
  device: ActionDevice,
  { buttons }: BodyOf<typeof contract.pressBoxButtons>,
): PreparedAction<Record<string, never>> =>
  press(
    device,
    buttons.map((button) => [BUTTON_CODES[button]]),
    BUTTON_CODES,
  );

/**
 * Presses chords one after another, and the keys of each together, by Android's codes. `keys`: all keys that callers
 * can request, by name. Throws not_possible as `requireKeys` does.
 */
export function press(
  device: ActionDevice,
  chords: readonly (readonly number[])[],
  keys: Readonly<Record<string, number>>,
  names = chords.map((codes) => codes.map(keyName).join("+")).join(" "),
): PreparedAction<Record<string, never>> {
  requireKeys(device, chords.flat(), keys);
  const isSimple = chords.every(({ length }) => length === 1);
  const command = isSimple ? pressCommand(chords.flat()) : chords.map(combinationCommand).join("; ");
  return { ...NOWHERE, kind: "key", detail: names, work: () => run(device, command), message: `Pressed ${names}` };
}

/** Throws not_possible for a monitor. */
export function rotate(
  device: ActionDevice,
  { orientation }: BodyOf<typeof contract.rotateBoxScreen>,
): PreparedAction<Record<string, never>> {
  if (device.hasMouse)
    throw new AppError("not_possible", {
      what: "Turning the screen",
      detail: "it is a monitor and cannot rotate",
    });
  const put = "settings put system";
  const command = `${put} accelerometer_rotation 0; ${put} user_rotation ${ROTATIONS[orientation]}`;
  return {
    ...NOWHERE,
    kind: "rotate",
    detail: "",
    work: () => run(device, command),
    message: `Turned to ${orientation}`,
  };
}

const NOWHERE = { marks: [], actual: {} };

const run = async (device: ActionDevice, command: string): Promise<void> => void (await runOnDevice(device, command));
