import type { PinchEvent, UiNode } from "../render/node.ts";
import type { Finger } from "./finger.ts";

/** Two fingers on one node that handles pinches. */
export class Pinch {
  readonly node: UiNode;
  readonly #first: Finger;
  readonly #second: Finger;
  readonly #startDistance: number;
  readonly #startX: number;
  readonly #startY: number;

  constructor(node: UiNode, first: Finger, second: Finger) {
    this.node = node;
    this.#first = first;
    this.#second = second;
    this.#startDistance = Math.max(1, this.#distance());
    this.#startX = (first.x + second.x) / 2;
    this.#startY = (first.y + second.y) / 2;
  }

  has(finger: Finger): boolean {
    return finger === this.#first || finger === this.#second;
  }

  event(phase: PinchEvent["phase"]): PinchEvent {
    const xPx = (this.#first.x + this.#second.x) / 2;
    const yPx = (this.#first.y + this.#second.y) / 2;
    const scale = this.#distance() / this.#startDistance;
    return { phase, scale, xPx, yPx, dxPx: xPx - this.#startX, dyPx: yPx - this.#startY };
  }

  #distance(): number {
    return Math.hypot(this.#first.x - this.#second.x, this.#first.y - this.#second.y);
  }
}
