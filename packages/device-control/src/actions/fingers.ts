import { AppError } from "@terrarium/platform/base/app-error";
import { TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { ScreenSubscription } from "../device/device-session.ts";
import type { Point, ScreenSize } from "../input/device-input.ts";
import { type Watched, withScreen } from "../screen/with-screen.ts";

/** Time between two positions of a moving finger: one frame. */
const FRAME_MS = 16;
/** Distinct from the viewers' pointer ids. */
const FIRST_POINTER_ID = 1_000n;

/** The movements of one finger, in order from its start point. */
export interface Finger {
  start: Point;
  steps: readonly { durationMs: number; to?: Point }[];
}

interface FingerEvent extends Point {
  atMs: number;
  finger: number;
  action: number;
}

interface VideoSize {
  width: number;
  height: number;
}

/** Returns the error that only one finger is supported, with the reason. */
export const severalFingers = (detail: string): AppError =>
  new AppError("not_possible", { what: "Touching with several fingers", detail });

/** Returns the total duration. */
export const lengthMs = (fingers: readonly Finger[]): number =>
  Math.max(...fingers.map(({ steps }) => steps.reduce((sum, { durationMs }) => sum + durationMs, 0)));

/**
 * Moves several fingers at once, by scrcpy's control messages (type 2, injectTouchEvent). Watches the screen meanwhile,
 * because these need it. Points are pixels of the screen, all on it. Throws not_possible for several fingers if a
 * device sends images only, because it follows just one finger. Throws device_failed or sandbox_not_running if the
 * screen closes before the end.
 */
export async function moveFingers(device: Watched, fingers: readonly Finger[], screen: ScreenSize): Promise<void> {
  await withScreen(device, async (watching, seen) => {
    if (seen.video?.codec === "png" && fingers.length > 1)
      throw severalFingers("the device sends no video, and so takes one finger only");
    const start = performance.now();
    for (const event of timeline(fingers)) {
      const waitMs = start + event.atMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      seen.gone.throwIfAborted();
      await send(watching, event, screen, seen.video ?? { width: screen.widthPx, height: screen.heightPx });
    }
  });
}

async function send(
  watching: ScreenSubscription,
  { action, finger, x, y }: FingerEvent,
  screen: ScreenSize,
  { width, height }: VideoSize,
): Promise<void> {
  await watching.control(
    serializeControlMessage({
      type: "touch",
      action,
      pointerId: FIRST_POINTER_ID + BigInt(finger),
      pressure: action === TOUCH_ACTIONS.up ? 0 : 1,
      actionButton: 0,
      buttons: 0,
      x: (x * width) / screen.widthPx,
      y: (y * height) / screen.heightPx,
      screenWidthPx: width,
      screenHeightPx: height,
    }),
  );
}

/** Returns the events of all fingers in order of time. */
function timeline(fingers: readonly Finger[]): FingerEvent[] {
  return fingers.flatMap(eventsOf).toSorted((a, b) => a.atMs - b.atMs);
}

function eventsOf({ start, steps }: Finger, finger: number): FingerEvent[] {
  const events: FingerEvent[] = [{ ...start, atMs: 0, finger, action: TOUCH_ACTIONS.down }];
  let atMs = 0;
  let at = start;
  for (const { durationMs, to } of steps) {
    const beginMs = atMs;
    if (to) events.push(...movesOf(at, to, durationMs).map((move) => ({ ...move, atMs: beginMs + move.atMs, finger })));
    atMs += durationMs;
    at = to ?? at;
  }
  return [...events, { ...at, atMs, finger, action: TOUCH_ACTIONS.up }];
}

function movesOf(from: Point, to: Point, durationMs: number): Omit<FingerEvent, "finger">[] {
  const frames = Math.max(1, Math.ceil(durationMs / FRAME_MS));
  return Array.from({ length: frames }, (_, i) => {
    const share = (i + 1) / frames;
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      atMs: durationMs * share,
      action: TOUCH_ACTIONS.move,
    };
  });
}
