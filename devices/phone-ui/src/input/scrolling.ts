import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";

/** Share of the speed that remains after one second; a lower share stops the fling sooner. */
const SPEED_LEFT_PER_SECOND = 0.055;
const SLOWEST_PX_PER_SECOND = 30;
const GLIDE_MS = 160;
/** Largest stretch of content pulled beyond its end, as a share of its size. The content then springs back. */
const STRETCH_MOST = 0.08;
const SPRING_MS = 320;
/** Seconds of further movement used to calculate the stretch after a fling reaches the end. */
const IMPACT_SECONDS = 0.12;

export type Axis = "x" | "y";

/** Moves scroll containers with the finger, by momentum, and by steps. */
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

  /** Follows the finger. With a viewer, content pulled beyond an end stretches. */
  pull(node: UiNode, offsetPx: number): void {
    this.to(node, offsetPx);
    if (!this.#stage.watched) return;
    this.#endSpring(node);
    this.#stage.setStretch(node, stretchFor(node, offsetPx - Math.max(0, Math.min(node.scrollMaxPx, offsetPx))));
  }

  /** Releases the container: stretched content springs back. */
  release(node: UiNode): void {
    const { stretch } = node;
    if (stretch !== 0) this.#spring(node, (progress) => stretch * (1 - progress) ** 3);
  }

  #spring(node: UiNode, stretchAt: (progress: number) => number): void {
    this.#endSpring(node);
    const stop = this.#stage.animate(SPRING_MS, (progress) => {
      this.#stage.setStretch(node, progress < 1 ? stretchAt(progress) : 0);
      if (progress >= 1) this.#springs.delete(node);
    });
    if (this.#stage.watched) this.#springs.set(node, stop);
  }

  #endSpring(node: UiNode): void {
    this.#springs.get(node)?.();
    this.#springs.delete(node);
  }

  /** Continues at this speed, ever slower. Without a viewer, the container jumps to its resting place at once. */
  fling(node: UiNode, pxPerSecond: number): void {
    const decay = -Math.log(SPEED_LEFT_PER_SECOND);
    if (!this.#stage.watched) {
      this.to(node, node.scrollPx + pxPerSecond / decay);
      return;
    }
    const startPx = node.scrollPx;
    const startMs = this.#stage.clock.elapsedMs();
    this.#run(node, (nowMs) => {
      const left = Math.exp((-decay * (nowMs - startMs)) / 1000);
      this.to(node, startPx + (pxPerSecond * (1 - left)) / decay);
      const atEnd = pxPerSecond > 0 ? node.scrollPx >= node.scrollMaxPx : node.scrollPx <= 0;
      if (atEnd && !this.#springs.has(node)) this.#hitEnd(node, pxPerSecond * left);
      return Math.abs(pxPerSecond * left) > SLOWEST_PX_PER_SECOND && !atEnd;
    });
  }

  #hitEnd(node: UiNode, pxPerSecond: number): void {
    const most = stretchFor(node, pxPerSecond * IMPACT_SECONDS);
    this.#spring(node, (progress) => most * Math.sin(Math.PI * Math.sqrt(progress)));
  }

  /** Turns a paged container to the next page in the direction of the speed; without a speed, to the nearest page. */
  turn(node: UiNode, pxPerSecond: number): void {
    const pagePx = Math.max(1, node.bounds.right - node.bounds.left);
    const page = node.scrollPx / pagePx;
    const next = pxPerSecond === 0 ? Math.round(page) : pxPerSecond > 0 ? Math.ceil(page) : Math.floor(page);
    this.#glide(node, next * pagePx - node.scrollPx);
  }

  /** Scrolls smoothly by a distance; a paged container by one page. */
  by(node: UiNode, distancePx: number): void {
    const pagePx = node.bounds.right - node.bounds.left;
    this.#glide(node, node.props.paged ? Math.sign(distancePx) * pagePx : distancePx);
  }

  #glide(node: UiNode, distancePx: number): void {
    const startPx = node.scrollPx;
    if (!this.#stage.watched) {
      this.to(node, startPx + distancePx);
      return;
    }
    const startMs = this.#stage.clock.elapsedMs();
    this.#run(node, (nowMs) => {
      const progress = Math.min(1, (nowMs - startMs) / GLIDE_MS);
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

/** Returns the stretch. Each pixel further beyond the end adds less. */
function stretchFor(node: UiNode, beyondPx: number): number {
  const { left, top, right, bottom } = node.bounds;
  const shownPx = Math.max(1, node.props.horizontal ? right - left : bottom - top);
  return Math.sign(beyondPx) * STRETCH_MOST * (1 - Math.exp((-1.5 * Math.abs(beyondPx)) / shownPx));
}

/** Returns the nearest container around the node that can scroll along the axis. */
export function scrollableAround(node: UiNode, axis: Axis): UiNode | undefined {
  for (const each of node.path()) {
    if (each.kind === "ui-scroll" && each.scrollMaxPx > 0 && (each.props.horizontal ? "x" : "y") === axis) return each;
    // Content beneath a dialog does not scroll.
    if (each.props.modal) return undefined;
  }
  return undefined;
}
