import type { Timer } from "@terrarium/phone-system/clock";
import type { DragEvent, UiNode } from "../render/node.ts";
import type { Axis } from "./scrolling.ts";

/** Largest movement of a tap. */
export const TOUCH_SLOP_DP = 8;

/** Time before the release over which the speed is measured. */
const VELOCITY_WINDOW_MS = 100;

interface Sample {
  xPx: number;
  yPx: number;
  ms: number;
}

/** Action of a finger that has moved or been held; "none" while it may still become a tap. */
export type Claim =
  | { kind: "none" }
  | { kind: "nothing" }
  | { kind: "drag"; node: UiNode }
  | { kind: "scroll"; node: UiNode; axis: Axis; startPx: number }
  | { kind: "edge"; side: "left" | "right" }
  | { kind: "select"; field: UiNode }
  | { kind: "pinch" };

/** One finger on the screen, from its down event. */
export class Finger {
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  /** The node under the initial touch and its ancestors, innermost first, up to the window's edge. */
  readonly path: readonly UiNode[];
  /** The node that a tap would press; undefined once the finger has moved away. */
  press: UiNode | undefined;
  claim: Claim = { kind: "none" };
  timer: Timer | undefined;
  releaseRipple: () => void = () => undefined;
  #samples: Sample[];
  #nowMs: number;

  constructor(options: { pointerId: number; xPx: number; yPx: number; timeMs: number; path: readonly UiNode[] }) {
    this.pointerId = options.pointerId;
    this.startX = options.xPx;
    this.startY = options.yPx;
    this.path = options.path;
    this.#nowMs = options.timeMs;
    this.#samples = [{ xPx: options.xPx, yPx: options.yPx, ms: options.timeMs }];
  }

  /** Time of the finger's last event. */
  get nowMs(): number {
    return this.#nowMs;
  }

  get x(): number {
    return this.#samples.at(-1)?.xPx ?? this.startX;
  }

  get y(): number {
    return this.#samples.at(-1)?.yPx ?? this.startY;
  }

  moveTo(xPx: number, yPx: number, ms: number): void {
    this.#nowMs = ms;
    this.#samples = [...this.#samples.filter((sample) => ms - sample.ms <= VELOCITY_WINDOW_MS), { xPx, yPx, ms }];
  }

  /** Records that time passes while the finger rests. */
  rest(ms: number): void {
    this.#nowMs = ms;
  }

  /** Returns pixels per second over the last movements; 0 if the finger rested before its release. */
  velocity(): { x: number; y: number } {
    const recent = this.#samples.filter((sample) => this.#nowMs - sample.ms <= VELOCITY_WINDOW_MS);
    const first = recent[0];
    const last = recent.at(-1);
    if (!first || !last || last.ms - first.ms < 1) return { x: 0, y: 0 };
    const seconds = (last.ms - first.ms) / 1000;
    return { x: (last.xPx - first.xPx) / seconds, y: (last.yPx - first.yPx) / seconds };
  }

  dragEvent(phase: DragEvent["phase"]): DragEvent {
    const velocity = phase === "end" ? this.velocity() : { x: 0, y: 0 };
    return {
      phase,
      xPx: this.x,
      yPx: this.y,
      dxPx: this.x - this.startX,
      dyPx: this.y - this.startY,
      velocityXPx: velocity.x,
      velocityYPx: velocity.y,
    };
  }
}
