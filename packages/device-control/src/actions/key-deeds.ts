import type * as contract from "@terrarium/contract/box-actions";
import type { BodyOf } from "@terrarium/contract/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { typeAsItStands } from "../input/text-input.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import type { ActedOn } from "./acted-on.ts";
import type { Deed } from "./deed.ts";
import {
  BUTTON_CODES,
  combinationCommand,
  KEYBOARD_CODES,
  pressCommand,
  requireKeys,
  SELECT_ALL_COMMAND,
} from "./keys.ts";

/** Values of `user_rotation`: quarter turns, counter-clockwise (AOSP Surface.ROTATION_90 and its like). */
const ROTATIONS = { portrait: 0, landscapeLeft: 1, portraitUpsideDown: 2, landscapeRight: 3 } as const;

export function type(
  device: ActedOn,
  { text, mode, pressEnter }: BodyOf<typeof contract.typeInBox>,
): Deed<Record<string, never>> {
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

export function pressKeys(
  device: ActedOn,
  { keys, combination }: BodyOf<typeof contract.pressBoxKeys>,
): Deed<Record<string, never>> {
  const codes = keys.map((key) => KEYBOARD_CODES[key] ?? 0);
  const names = keys.join(combination ? "+" : " ");
  return {
    ...NOWHERE,
    kind: "key",
    detail: names,
    work: () => run(device, combination ? combinationCommand(codes) : pressCommand(codes)),
    message: `Pressed ${names}`,
  };
}

/** Throws not_possible as `requireKeys` does. */
export function pressButtons(
  device: ActedOn,
  { buttons }: BodyOf<typeof contract.pressBoxButtons>,
): Deed<Record<string, never>> {
  const codes = buttons.map((button) => BUTTON_CODES[button]);
  requireKeys(device, codes, BUTTON_CODES);
  const names = buttons.join(" ");
  return {
    ...NOWHERE,
    kind: "key",
    detail: names,
    work: () => run(device, pressCommand(codes)),
    message: `Pressed ${names}`,
  };
}

/** Throws not_possible for a monitor. */
export function rotate(
  device: ActedOn,
  { orientation }: BodyOf<typeof contract.rotateBoxScreen>,
): Deed<Record<string, never>> {
  if (device.hasMouse)
    throw new AppError("not_possible", {
      what: "Turning the screen",
      detail: "it is a monitor, which stays as it stands",
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

const run = async (device: ActedOn, command: string): Promise<void> => void (await runOnDevice(device, command));
