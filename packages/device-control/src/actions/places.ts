import type { Place } from "@terrarium/contract/box-action-fields";
import type { Line, Point } from "../input/device-input.ts";
import type { Mark } from "../pictures/draw.ts";
import { readScreenSize, requireOnScreen } from "../screen/on-screen.ts";
import type { ActionDevice } from "./action-device.ts";
import { Aim } from "./aim.ts";
import { type Direction, lineTowards, middleOf, type Reach } from "./gestures.ts";

export const DEFAULT_SWIPE_MS = 500;

export const way = (...along: Point[]): Mark => ({ shape: "way", points: along });
export const inMs = (durationMs: number): string => `${durationMs}ms`;
export const said = ({ x, y }: Point): string => `(${x}, ${y})`;

export const placeOf = (body: { x: number; y: number } | { target: Place }): Place =>
  "target" in body ? body.target : body;

/** Returns the line given by two ends, or by a start and a direction. */
export async function lineOf(
  device: ActionDevice,
  body: { start: Place; end: Place } | { direction: Direction; distance?: Reach; location?: Place | undefined },
): Promise<Line> {
  const aim = new Aim(device);
  if ("start" in body) return { start: await aim.at(body.start), end: await aim.at(body.end) };
  const { direction, distance, location } = body;
  const size = await readScreenSize(device);
  const start = location === undefined ? middleOf(size) : await aim.at(location);
  requireOnScreen([start], size, device.scale);
  return lineTowards(direction, typeof distance === "number" ? distance / device.scale : distance, start, size);
}
