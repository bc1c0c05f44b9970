import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";

/** Share of the speed that is left after a second; a lower one stops sooner. */
const speedLeftPerSecond = 0.055;
const slowestPxPerSecond = 30;
const glideMs = 160;

export type Axis = "x" | "y";

/** Moves scroll containers: with the finger, on by momentum, and by steps. */
export class Scrolling {
  readonly #stage: Stage;
  readonly #running = new Map<UiNode, () => void>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  to(node: UiNode, offsetPx: number): void {
    const clamped = Math.round(Math.max(0, Math.min(node.scrollMaxPx, offsetPx)));
    if (clamped === node.scrollPx) return;
    node.scrollPx = clamped;
    this.#stage.requestLayout();
    const { onScroll } = node.props;
    if (onScroll) this.#stage.run(() => onScroll(clamped, node.scrollMaxPx));
  }

  /** Goes on at this speed, ever slower. With nobody watching it is at once where it would come to rest. */
  fling(node: UiNode, pxPerSecond: number): void {
    const decay = -Math.log(speedLeftPerSecond);
    if (!this.#stage.watched) {
      this.to(node, node.scrollPx + pxPerSecond / decay);
      return;
    }
    const startPx = node.scrollPx;
    const startMs = performance.now();
    this.#run(node, (nowMs) => {
      const left = Math.exp((-decay * (nowMs - startMs)) / 1000);
      this.to(node, startPx + (pxPerSecond * (1 - left)) / decay);
      const atEnd = pxPerSecond > 0 ? node.scrollPx >= node.scrollMaxPx : node.scrollPx <= 0;
      return Math.abs(pxPerSecond * left) > slowestPxPerSecond && !atEnd;
    });
  }

  /** Glides by a distance. */
  by(node: UiNode, distancePx: number): void {
    const startPx = node.scrollPx;
    if (!this.#stage.watched) {
      this.to(node, startPx + distancePx);
      return;
    }
    const startMs = performance.now();
    this.#run(node, (nowMs) => {
      const progress = Math.min(1, (nowMs - startMs) / glideMs);
      this.to(node, startPx + distancePx * (1 - (1 - progress) ** 2));
      return progress < 1;
    });
  }

  stop(node: UiNode): void {
    this.#running.get(node)?.();
    this.#running.delete(node);
  }

  #run(node: UiNode, animation: (nowMs: number) => boolean): void {
    this.stop(node);
    this.#running.set(
      node,
      this.#stage.addAnimation((nowMs) => {
        const goesOn = node.painted !== undefined && animation(nowMs);
        if (!goesOn) this.#running.delete(node);
        return goesOn;
      }),
    );
  }
}

/** The nearest container around the node that has something to scroll along the axis. */
export function scrollableAround(node: UiNode, axis: Axis): UiNode | undefined {
  for (const each of node.path()) {
    if (each.kind === "ui-scroll" && each.scrollMaxPx > 0 && (each.props.horizontal ? "x" : "y") === axis) return each;
    // What lies beneath a dialog does not move under it.
    if (each.props.modal) return undefined;
  }
  return undefined;
}
