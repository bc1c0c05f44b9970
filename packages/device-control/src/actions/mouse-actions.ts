import type * as contract from "@terrarium/contract/box-actions";
import type { BodyOf } from "@terrarium/contract/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import { points } from "../action-log/service.ts";
import { type Point, WHEEL_CLICK_PX, wheelClicks } from "../input/device-input.ts";
import { KEYBOARD_CODES } from "../input/keys.ts";
import { touchScreen } from "../screen/on-screen.ts";
import { type ActionDevice, asCalled, onScreen } from "./action-device.ts";
import { Aim } from "./aim.ts";
import { DEFAULT_SWIPE_MS, inMs, lineOf, placeOf, said, way } from "./places.ts";
import type { ActualOf, PreparedAction } from "./prepared-action.ts";

// Mouse actions through the command `mouse` of devices/desktop. Each is one command line, finished when it returns.

export async function move(
  device: ActionDevice,
  body: BodyOf<typeof contract.moveInBox>,
): Promise<PreparedAction<Record<string, never>>> {
  const at = onScreen(body, device.scale);
  return {
    kind: "move",
    detail: points(at.x, at.y),
    marks: [way(at)],
    work: () => pointAt(device, at),
    message: `Moved the pointer to ${said(body)}`,
    actual: {},
  };
}

export async function click(
  device: ActionDevice,
  body: BodyOf<typeof contract.clickBox>,
): Promise<PreparedAction<ActualOf<typeof contract.clickBox>>> {
  const { button, double, modifierKeys } = body;
  const at = await new Aim(device).at(placeOf(body));
  const actual = asCalled(at, device.scale);
  const held = modifierKeys.map((key) => KEYBOARD_CODES[key] ?? 0);
  const how = [...(modifierKeys.length > 0 ? [`with ${modifierKeys.join("+")}`] : []), ...(double ? ["twice"] : [])];
  return {
    kind: "tap",
    detail: points(at.x, at.y),
    marks: [way(at)],
    work: () => mouse(device, [at], ["click", ...pixels(at), button, double ? 2 : 1, ...held]),
    message: [`Clicked ${said(actual)} with the ${button} button`, ...how].join(" "),
    actual: { ...actual, button, double, ...(modifierKeys.length > 0 && { modifierKeys }) },
  };
}

export async function drag(
  device: ActionDevice,
  body: BodyOf<typeof contract.dragBox>,
): Promise<PreparedAction<ActualOf<typeof contract.dragBox>>> {
  const along = await pathOf(device, body);
  const [start, end] = [along[0], along.at(-1)];
  if (!start || !end) throw new AppError("invalid_request", { detail: "path: has no points" });
  const legMs = body.duration ?? DEFAULT_SWIPE_MS;
  const durationMs = legMs * (along.length - 1);
  const actual = {
    start: asCalled(start, device.scale),
    end: asCalled(end, device.scale),
    duration: inMs(durationMs),
  };
  return {
    kind: "swipe",
    detail: points(start.x, start.y, end.x, end.y),
    marks: [way(...along)],
    work: () => mouse(device, along, ["drag", legMs, ...along.flatMap(pixels)], durationMs),
    message: `Dragged from ${said(actual.start)} to ${said(actual.end)}`,
    actual,
  };
}

async function pathOf(device: ActionDevice, body: BodyOf<typeof contract.dragBox>): Promise<Point[]> {
  if ("path" in body) return body.path.map((point) => onScreen(point, device.scale));
  const { start, end } = await lineOf(device, body);
  return [start, end];
}

export async function scroll(
  device: ActionDevice,
  body: BodyOf<typeof contract.scrollBox>,
): Promise<PreparedAction<ActualOf<typeof contract.scrollBox>>> {
  const { at, by } = await turnOf(device, body);
  const [right, down] = [wheelClicks(by.x), wheelClicks(by.y)];
  const done = asCalled({ x: right * WHEEL_CLICK_PX, y: down * WHEEL_CLICK_PX }, device.scale);
  const actual = { ...asCalled(at, device.scale), scrollX: done.x, scrollY: done.y };
  return {
    kind: "scroll",
    detail: points(at.x, at.y),
    marks: [way(at)],
    work: () => mouse(device, [at], ["scroll", ...pixels(at), right, -down]),
    message: `Scrolled by ${done.x}, ${done.y} at ${said(actual)}`,
    actual,
  };
}

/**
 * Returns the position of the wheel, and the scroll distance in pixels of the screen: positive to the right and down.
 */
async function turnOf(
  device: ActionDevice,
  body: BodyOf<typeof contract.scrollBox>,
): Promise<{ at: Point; by: Point }> {
  if (!("direction" in body))
    return { at: onScreen(body, device.scale), by: onScreen({ x: body.scrollX, y: body.scrollY }, device.scale) };
  const { start, end } = await lineOf(device, body);
  return { at: start, by: { x: start.x - end.x, y: start.y - end.y } };
}

/** Moves the pointer to a point, after the page in front of a browser is drawn. */
export const pointAt = (device: ActionDevice, at: Point): Promise<void> => mouse(device, [at], ["move", ...pixels(at)]);

const pixels = ({ x, y }: Point): number[] => [Math.round(x), Math.round(y)];

const mouse = (
  device: ActionDevice,
  at: readonly Point[],
  words: readonly (string | number)[],
  durationMs = 0,
): Promise<void> => touchScreen(device, { at, command: `mouse ${words.join(" ")}`, durationMs, scale: device.scale });
