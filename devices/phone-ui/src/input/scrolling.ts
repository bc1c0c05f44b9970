import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";

/** Share of the speed that is left after a second; a lower one stops sooner. */
const speedLeftPerSecond = 0.055;
const slowestPxPerSecond = 30;
const glideMs = 160;
/** Content that is pulled beyond its end gets longer by this share of itself at most, and springs back. */
const stretchMost = 0.08;
const springMs = 320;
/** How far a fling goes on beyond the end, as far as its stretch is concerned. */
const impactSeconds = 0.12;

export type Axis = "x" | "y";

/** Moves scroll containers: with the finger, on by momentum, and by steps. */
export class Scrolling {
  readonly #stage: Stage;
  readonly #running = new Map<UiNode, () => void>();
  readonly #springs = new Map<UiNode, () => void>();

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

  /** Follows the finger; what it pulls beyond an end stretches while somebody watches. */
  pull(node: UiNode, offsetPx: number): void {
    this.to(node, offsetPx);
    if (!this.#stage.watched) return;
    this.#endSpring(node);
    this.#stage.setStretch(node, stretchFor(node, offsetPx - Math.max(0, Math.min(node.scrollMaxPx, offsetPx))));
  }

  /** Lets go of it: what is stretched springs back. */
  release(node: UiNode): void {
    const { stretch } = node;
    if (stretch !== 0) this.#spring(node, (progress) => stretch * (1 - progress) ** 3);
  }

  #spring(node: UiNode, stretchAt: (progress: number) => number): void {
    this.#endSpring(node);
    const stop = this.#stage.animate(springMs, (progress) => {
      this.#stage.setStretch(node, progress < 1 ? stretchAt(progress) : 0);
      if (progress >= 1) this.#springs.delete(node);
    });
    if (this.#stage.watched) this.#springs.set(node, stop);
  }

  #endSpring(node: UiNode): void {
    this.#springs.get(node)?.();
    this.#springs.delete(node);
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
      if (atEnd && !this.#springs.has(node)) this.#hitEnd(node, pxPerSecond * left);
      return Math.abs(pxPerSecond * left) > slowestPxPerSecond && !atEnd;
    });
  }

  #hitEnd(node: UiNode, pxPerSecond: number): void {
    const most = stretchFor(node, pxPerSecond * impactSeconds);
    this.#spring(node, (progress) => most * Math.sin(Math.PI * Math.sqrt(progress)));
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

/** The further beyond the end, the less each pixel adds. */
function stretchFor(node: UiNode, beyondPx: number): number {
  const { left, top, right, bottom } = node.bounds;
  const shownPx = Math.max(1, node.props.horizontal ? right - left : bottom - top);
  return Math.sign(beyondPx) * stretchMost * (1 - Math.exp((-1.5 * Math.abs(beyondPx)) / shownPx));
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
