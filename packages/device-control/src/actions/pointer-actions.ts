import type * as contract from "@terrarium/contract/box-actions";
import type { BodyOf } from "@terrarium/contract/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import type { ActionDevice } from "./action-device.ts";
import * as mouse from "./mouse-actions.ts";
import type { ActualOf, PreparedAction } from "./prepared-action.ts";
import * as touches from "./touch-actions.ts";

// Actions by the device's mouse, or by a finger on its touch screen.

export const click = (
  device: ActionDevice,
  body: BodyOf<typeof contract.clickBox>,
): Promise<PreparedAction<ActualOf<typeof contract.clickBox>>> =>
  (device.hasMouse ? mouse : touches).click(device, body);

export const drag = (
  device: ActionDevice,
  body: BodyOf<typeof contract.dragBox>,
): Promise<PreparedAction<ActualOf<typeof contract.dragBox>>> => (device.hasMouse ? mouse : touches).drag(device, body);

export const scroll = (
  device: ActionDevice,
  body: BodyOf<typeof contract.scrollBox>,
): Promise<PreparedAction<ActualOf<typeof contract.scrollBox>>> =>
  (device.hasMouse ? mouse : touches).scroll(device, body);

/** Throws not_possible on a touch screen. */
export async function move(
  device: ActionDevice,
  body: BodyOf<typeof contract.moveInBox>,
): Promise<PreparedAction<Record<string, never>>> {
  if (device.hasMouse) return mouse.move(device, body);
  throw new AppError("not_possible", {
    what: "Moving a pointer",
    detail: "a touch screen has no mouse; tap, swipe or touch instead",
  });
}
