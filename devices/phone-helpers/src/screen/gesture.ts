import type { HelperPhone } from "../host/helper-definition.ts";
import { waitUntil } from "./pace.ts";

/** A point in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A finger's position at a time of its gesture. */
export interface Sample extends Point {
  offsetMs: number;
}

export const MAX_GESTURE_MS = 60_000;
const MAX_FINGERS = 10;
const MAX_SAMPLES = 10_000;
const STEP_MS = 16;
/** First pointer of helpers, apart from those of other input. */
const FIRST_POINTER_ID = 200;

/**
 * Plays fingers on the screen at their times, one list of samples each: the first sample puts the finger down, the last
 * one lifts it. Throws on fingers beyond the limits; lifts all fingers if the signal aborts.
 */
export async function playGesture(
  phone: HelperPhone,
  fingers: readonly (readonly Sample[])[],
  signal: AbortSignal,
): Promise<number> {
  const samples = fingers.reduce((sum, finger) => sum + finger.length, 0);
  if (fingers.length > MAX_FINGERS || samples > MAX_SAMPLES) throw new Error("the gesture has too many points");
  const events = fingers
    .flatMap((finger, i) =>
      finger.map((sample, index) => ({
        ...sample,
        finger: i,
        first: index === 0,
        last: index === finger.length - 1,
      })),
    )
    .toSorted((a, b) => a.offsetMs - b.offsetMs);
  const lengthMs = events.at(-1)?.offsetMs ?? 0;
  if (!(lengthMs <= MAX_GESTURE_MS)) throw new Error(`a gesture takes at most ${MAX_GESTURE_MS} ms`);
  const down = new Map<number, Point>();
  const startMs = performance.now();
  try {
    for (const event of events) {
      await waitUntil(startMs, event.offsetMs, signal);
      playSample(phone, event, startMs, down);
    }
  } finally {
    const { input } = phone.ui;
    for (const [finger, { x, y }] of down)
      input.touch({ action: "cancel", pointerId: FIRST_POINTER_ID + finger, xPx: x, yPx: y });
  }
  return events.length;
}

function playSample(
  phone: HelperPhone,
  { finger, first, last, x, y, offsetMs }: Sample & { finger: number; first: boolean; last: boolean },
  startMs: number,
  down: Map<number, Point>,
): void {
  const { input } = phone.ui;
  const at = { pointerId: FIRST_POINTER_ID + finger, xPx: x, yPx: y, timeMs: startMs + offsetMs };
  if (first) {
    input.touch({ ...at, action: "down" });
    down.set(finger, { x, y });
  } else input.touch({ ...at, action: "move" });
  if (last) {
    input.touch({ ...at, action: "up" });
    down.delete(finger);
  }
}

/** Returns the samples of a straight line between two points. */
export function line(from: Point, to: Point, durationMs: number, startMs = 0): Sample[] {
  const steps = Math.max(1, Math.ceil(durationMs / STEP_MS));
  return Array.from({ length: steps + 1 }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / steps,
    y: from.y + ((to.y - from.y) * i) / steps,
    offsetMs: startMs + (durationMs * i) / steps,
  }));
}

/** Returns the samples of a finger that rests at a point. */
export const press = (at: Point, durationMs: number, startMs = 0): Sample[] => [
  { ...at, offsetMs: startMs },
  { ...at, offsetMs: startMs + durationMs },
];
