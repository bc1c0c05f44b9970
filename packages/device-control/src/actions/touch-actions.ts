import type { Place } from "@terrarium/contract/box-action-fields";
import type * as contract from "@terrarium/contract/box-actions";
import type { BodyOf } from "@terrarium/contract/endpoint";
import { ACTION_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { points } from "../action-log/service.ts";
import { type Line, type Point, swipeCommand, tapCommand } from "../input/device-input.ts";
import { readScreenSize, requireOnScreen, touchScreen } from "../screen/on-screen.ts";
import { type ActionDevice, asCalled, onScreen } from "./action-device.ts";
import { Aim } from "./aim.ts";
import { type Finger, lengthMs, moveFingers, severalFingers } from "./fingers.ts";
import { scrollLines, STEADY_MS, steadyCommand } from "./gestures.ts";
import { pointAt } from "./mouse-actions.ts";
import { DEFAULT_SWIPE_MS, inMs, lineOf, placeOf, said, way } from "./places.ts";
import type { ActualOf, PreparedAction } from "./prepared-action.ts";

const DEFAULT_PRESS_MS = 1_000;
/** A scroll stroke (`steadyCommand`) takes at least a quarter of a second. */
const STROKES_MAX = ACTION_LIMITS.durationMs / 250;
/** Time between the taps of a double tap: longer than AOSP's ViewConfiguration.DOUBLE_TAP_MIN_TIME. */
const DOUBLE_TAP_S = 0.06;

export const tap = (
  device: ActionDevice,
  body: BodyOf<typeof contract.tapBox>,
): Promise<PreparedAction<ActualOf<typeof contract.tapBox>>> => tapAction(device, placeOf(body), false);

export async function click(
  device: ActionDevice,
  body: BodyOf<typeof contract.clickBox>,
): Promise<PreparedAction<ActualOf<typeof contract.clickBox>>> {
  const { button, double, modifierKeys } = body;
  if (button !== "left" || modifierKeys.length > 0)
    throw new AppError("not_possible", {
      what: button === "left" ? "A click with keys held" : `A click with the ${button} button`,
      detail: "a touch screen has no mouse buttons; use a long press in place of a right click",
    });
  const action = await tapAction(device, placeOf(body), double);
  return { ...action, actual: { ...action.actual, button, double } };
}

async function tapAction(device: ActionDevice, place: Place, isDouble: boolean): Promise<PreparedAction<Point>> {
  const at = await new Aim(device).at(place);
  const actual = asCalled(at, device.scale);
  const once = tapCommand(at.x, at.y);
  const command = isDouble ? `${once}; sleep ${DOUBLE_TAP_S}; ${once}` : once;
  return {
    kind: "tap",
    detail: points(at.x, at.y),
    marks: [way(at)],
    work: () => touchScreen(device, { at: [at], command, scale: device.scale }),
    message: `Tapped ${said(actual)}${isDouble ? " twice" : ""}`,
    actual,
  };
}

export async function longPress(
  device: ActionDevice,
  body: BodyOf<typeof contract.longPressBox>,
): Promise<PreparedAction<ActualOf<typeof contract.longPressBox>>> {
  const at = await new Aim(device).at(placeOf(body));
  const durationMs = body.duration ?? DEFAULT_PRESS_MS;
  const actual = { ...asCalled(at, device.scale), duration: inMs(durationMs) };
  return {
    kind: "tap",
    detail: points(at.x, at.y),
    marks: [way(at)],
    work: () => follow(device, { start: at, end: at }, durationMs),
    message: `Pressed ${said(actual)} for ${durationMs} ms`,
    actual,
  };
}

export async function swipe(
  device: ActionDevice,
  body: BodyOf<typeof contract.swipeBox>,
): Promise<PreparedAction<ActualOf<typeof contract.swipeBox>>> {
  return lineAction(device, await lineOf(device, body), body.duration ?? DEFAULT_SWIPE_MS, "Swiped");
}

export async function drag(
  device: ActionDevice,
  body: BodyOf<typeof contract.dragBox>,
): Promise<PreparedAction<ActualOf<typeof contract.dragBox>>> {
  if (!("path" in body))
    return lineAction(device, await lineOf(device, body), body.duration ?? DEFAULT_SWIPE_MS, "Dragged");
  const along = body.path.map((point) => onScreen(point, device.scale));
  const [start, ...rest] = along;
  const end = along.at(-1);
  if (!start || !end) throw new AppError("invalid_request", { detail: "path: has no points" });
  const finger = { start, steps: rest.map((to) => ({ to, durationMs: body.duration })) };
  return {
    kind: "swipe",
    detail: points(start.x, start.y, end.x, end.y),
    marks: [way(...along)],
    work: () => play(device, [finger]),
    message: `Dragged along ${along.length} points`,
    actual: {
      start: asCalled(start, device.scale),
      end: asCalled(end, device.scale),
      duration: inMs(lengthMs([finger])),
    },
  };
}

export async function scroll(
  device: ActionDevice,
  body: BodyOf<typeof contract.scrollBox>,
): Promise<PreparedAction<ActualOf<typeof contract.scrollBox>>> {
  if ("direction" in body) {
    const { start, end } = await lineOf(device, body);
    const action = lineAction(device, { start, end }, body.duration ?? DEFAULT_SWIPE_MS, "Scrolled");
    const by = asCalled({ x: start.x - end.x, y: start.y - end.y }, device.scale);
    return { ...action, kind: "scroll", actual: { ...asCalled(start, device.scale), scrollX: by.x, scrollY: by.y } };
  }
  const size = await readScreenSize(device);
  const at = onScreen(body, device.scale);
  requireOnScreen([at], size, device.scale);
  const lines = scrollLines(at, onScreen({ x: body.scrollX, y: body.scrollY }, device.scale), size);
  if (lines.length > STROKES_MAX)
    throw new AppError("invalid_request", { detail: `scrollX, scrollY: it takes more than ${STROKES_MAX} strokes` });
  return {
    kind: "scroll",
    detail: points(at.x, at.y),
    marks: lines.map(({ start, end }) => way(start, end)),
    work: async () => {
      for (const line of lines) {
        const command = steadyCommand(line);
        await touchScreen(device, { at: [line.start, line.end], command, durationMs: STEADY_MS, scale: device.scale });
      }
    },
    message: `Scrolled by ${body.scrollX}, ${body.scrollY} at ${said(body)}`,
    actual: { x: body.x, y: body.y, scrollX: body.scrollX, scrollY: body.scrollY },
  };
}

export async function touch(
  device: ActionDevice,
  body: BodyOf<typeof contract.touchBox>,
): Promise<PreparedAction<ActualOf<typeof contract.touchBox>>> {
  if (device.hasMouse && body.points.length > 1)
    throw severalFingers("the screen of this box has a mouse, which is one pointer; scroll instead");
  const fingers = body.points.map(({ start, actions }) => ({
    start: onScreen(start, device.scale),
    steps: actions.map((step) => ({
      durationMs: step.duration,
      ...(step.type === "move" ? { to: onScreen(step, device.scale) } : {}),
    })),
  }));
  const ways = fingers.map(placesOf);
  const [first] = ways;
  const end = first?.at(-1);
  return {
    kind: "swipe",
    detail: first?.[0] && end ? points(first[0].x, first[0].y, end.x, end.y) : "",
    marks: ways.map((along) => way(...along)),
    work: () => play(device, fingers),
    message: `Touched with ${fingers.length} ${fingers.length === 1 ? "finger" : "fingers"}`,
    actual: {
      points: body.points.map(({ start, actions }) => ({
        start,
        actions: actions.map((step) => ({ ...step, duration: inMs(step.duration) })),
      })),
    },
  };
}

const placesOf = ({ start, steps }: Finger): Point[] => [start, ...steps.flatMap(({ to }) => to ?? [])];

async function play(device: ActionDevice, fingers: readonly Finger[]): Promise<void> {
  const size = await readScreenSize(device);
  requireOnScreen(fingers.flatMap(placesOf), size, device.scale);
  // Only commands wait until a page is drawn: a browser drops input before that.
  const [first] = fingers;
  if (device.hasMouse && first) await pointAt(device, first.start);
  await moveFingers(device, fingers, size);
}

function lineAction(
  device: ActionDevice,
  { start, end }: Line,
  durationMs: number,
  done: string,
): PreparedAction<ActualOf<typeof contract.swipeBox>> {
  const actual = {
    start: asCalled(start, device.scale),
    end: asCalled(end, device.scale),
    duration: inMs(durationMs),
  };
  return {
    kind: "swipe",
    detail: points(start.x, start.y, end.x, end.y),
    marks: [way(start, end)],
    work: () => follow(device, { start, end }, durationMs),
    message: `${done} from ${said(actual.start)} to ${said(actual.end)}`,
    actual,
  };
}

/** Moves one finger along a line in this time. */
const follow = (device: ActionDevice, { start, end }: Line, durationMs: number): Promise<void> =>
  touchScreen(device, {
    at: [start, end],
    command: swipeCommand({ start, end }, durationMs),
    durationMs,
    scale: device.scale,
  });
