import { type Bounds, centerOf } from "@terrarium/ui-tree/bounds";
import type { HelperPhone } from "../host/helper-definition.ts";
import { line, MAX_GESTURE_MS, playGesture, type Point, press, type Sample } from "../screen/gesture.ts";
import { screenNow } from "../screen/screen-tree.ts";
import { digestOf } from "./ui-scrollable.ts";

/** Speeds in dp per second, and times (model/internal/Gestures.java, androidx Gestures.java). */
const SPEEDS = { swipe: 5_000, scroll: 5_000, fling: 7_500, drag: 2_500, pinch: 2_500 };
const TAP_MS = 30;
const LONG_PRESS_MS = 500;
const DOUBLE_TAP_PAUSE_MS = 100;
const DRAG_HOLD_MS = 500;
const SCROLL_REST_MS = 60;
/** Part of an area that a fling covers. */
const FLING_SHARE = 0.8;
const DP_PER_INCH = 160;

export type Direction = "up" | "down" | "left" | "right";

const VECTORS: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** Plays the gestures of the server's routes on a phone. */
export class Gestures {
  readonly #phone: HelperPhone;
  readonly #signal: AbortSignal;

  constructor(phone: HelperPhone, signal: AbortSignal) {
    this.#phone = phone;
    this.#signal = signal;
  }

  click(at: Point): Promise<number> {
    return this.#play(press(at, TAP_MS));
  }

  longClick(at: Point, durationMs = LONG_PRESS_MS + 100): Promise<number> {
    return this.#play(press(at, Math.max(LONG_PRESS_MS, durationMs)));
  }

  async doubleClick(at: Point): Promise<void> {
    await this.#play(press(at, TAP_MS));
    await playGesture(this.#phone, [press(at, TAP_MS, DOUBLE_TAP_PAUSE_MS)], this.#signal);
  }

  /** Drags what is at a point, after a long press on it. */
  drag(from: Point, to: Point, speed: number | undefined): Promise<number> {
    const durationMs = this.#duration(from, to, speed, SPEEDS.drag);
    return this.#play([{ ...from, offsetMs: 0 }, ...line(from, to, durationMs, DRAG_HOLD_MS)]);
  }

  /** Moves a finger in a direction, over a share of an area. */
  swipe(area: Bounds, direction: Direction, percent: number, speed: number | undefined): Promise<number> {
    const { from, to } = path(area, direction, percent);
    return this.#play(line(from, to, this.#duration(from, to, speed, SPEEDS.swipe)));
  }

  /** Scrolls an area's content; returns whether it moved. */
  scroll(area: Bounds, direction: Direction, percent: number, speed: number | undefined): Promise<boolean> {
    const { from, to } = path(area, opposite(direction), percent);
    const durationMs = this.#duration(from, to, speed, SPEEDS.scroll);
    const finger = [...line(from, to, durationMs), ...press(to, SCROLL_REST_MS, durationMs + 1)];
    return this.#moves(() => this.#play(finger));
  }

  /** Flings an area's content; returns whether it moved. */
  fling(area: Bounds, direction: Direction, speed: number | undefined): Promise<boolean> {
    const { from, to } = path(area, opposite(direction), FLING_SHARE);
    return this.#moves(() => this.#play(line(from, to, this.#duration(from, to, speed, SPEEDS.fling))));
  }

  /** Moves two fingers apart or together along the diagonal of an area. */
  async pinch(area: Bounds, opens: boolean, percent: number, speed: number | undefined): Promise<void> {
    const center = centerOf(area);
    const [reachX, reachY] = [((area.right - area.left) / 2) * percent, ((area.bottom - area.top) / 2) * percent];
    const fingers = [1, -1].map((side) => {
      const near = { x: center.x + (side * reachX) / 10, y: center.y - (side * reachY) / 10 };
      const far = { x: center.x + side * reachX * 0.9, y: center.y - side * reachY * 0.9 };
      const [from, to] = opens ? [near, far] : [far, near];
      return line(from, to, this.#duration(from, to, speed, SPEEDS.pinch));
    });
    await playGesture(this.#phone, fingers, this.#signal);
  }

  #play(finger: readonly Sample[]): Promise<number> {
    return playGesture(this.#phone, [finger], this.#signal);
  }

  async #moves(gesture: () => Promise<unknown>): Promise<boolean> {
    const before = digestOf(screenNow(this.#phone));
    await gesture();
    return digestOf(screenNow(this.#phone)) !== before;
  }

  /** Time for a distance. `speed` is in pixels per second. */
  #duration(from: Point, to: Point, speed: number | undefined, usual: number): number {
    const pxPerS = speed ?? (usual * this.#phone.ui.display.densityDpi) / DP_PER_INCH;
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    return Math.min(MAX_GESTURE_MS / 2, (distance / Math.max(1, pxPerS)) * 1000);
  }
}

const opposite = (direction: Direction): Direction =>
  ({ up: "down", down: "up", left: "right", right: "left" } as const)[direction];

function path(area: Bounds, direction: Direction, percent: number): { from: Point; to: Point } {
  const center = centerOf(area);
  const vector = VECTORS[direction];
  const halfX = ((area.right - area.left) / 2 - 1) * Math.min(1, percent);
  const halfY = ((area.bottom - area.top) / 2 - 1) * Math.min(1, percent);
  return {
    from: { x: center.x - vector.x * halfX, y: center.y - vector.y * halfY },
    to: { x: center.x + vector.x * halfX, y: center.y + vector.y * halfY },
  };
}
