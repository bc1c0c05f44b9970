import type { Motion, UiNode } from "../render/node.ts";
import type { Rect } from "../render/rect.ts";
import type { Stage } from "../render/stage.ts";

const CLOSE_MS = 320;
const SETTLE_MS = 200;
/** Corner radius of a moving window, in dp. */
const CORNER_DP = 28;
/** Corner radius of an icon, relative to its width. */
const ICON_CORNER = 0.3;
/** Final width of a closing window without an icon, relative to the screen's width. */
const VANISHING_PART = 0.3;

interface Origin {
  place: Rect;
  /** px */
  corner: number;
}

/** Animations of windows between an icon or card and the whole screen. Played only with a viewer. */
export class WindowFlights {
  readonly #stage: Stage;
  readonly #origins = new Map<string, Origin>();
  /** The icons on the home screen, by package. */
  readonly #icons = new Map<string, UiNode>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Sets the place, in pixels, from which the app's window opens next. */
  launchFrom(packageName: string, place: Rect, corner = widthOf(place) * ICON_CORNER): void {
    if (this.#stage.watched) this.#origins.set(packageName, { place, corner });
  }

  /** Sets the icon into which the window closes; undefined removes it. */
  setIcon(packageName: string, node: UiNode | undefined): void {
    if (node) this.#icons.set(packageName, node);
    else this.#icons.delete(packageName);
  }

  /** Returns the opening motion of a window: from its launch place, or else from the middle. */
  opening(packageName: string): (progress: number, window: UiNode) => Motion {
    return (progress, window) => {
      const origin = this.#origins.get(packageName);
      if (progress >= 1) this.#origins.delete(packageName);
      const left = (1 - progress) ** 3;
      if (!origin) {
        return {
          opacity: 1 - left,
          scale: 1 - 0.06 * left,
          translateXPx: 0,
          translateYPx: 20 * this.#stage.scale * left,
        };
      }
      const place = between(window.bounds, origin.place, left);
      const round = CORNER_DP * this.#stage.scale * Math.min(1, left * 8);
      return fit(window, place, Math.min(round, origin.corner / left), Math.min(1, progress * 6));
    };
  }

  /**
   * Shows the window lifted by a finger: `part` is the progress upwards from 0 to 1, and the window follows the finger
   * sideways.
   */
  lift(window: UiNode, part: number, dxPx: number, upPx: number): void {
    if (part <= 0) return this.#stage.setMotion(window, undefined);
    const { left, right, top, bottom } = window.bounds;
    const scale = 1 - 0.42 * part;
    const width = (right - left) * scale;
    const height = (bottom - top) * scale;
    const x = (left + right) / 2 + dxPx * 0.6;
    const y = (top + bottom) / 2 - upPx * 0.42;
    const place = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
    const corner = CORNER_DP * this.#stage.scale * Math.min(1, part * 6);
    this.#stage.setMotion(window, fit(window, place, corner, 1));
  }

  /** Moves a lifted window back to its place, then calls `done`. */
  settle(window: UiNode, done: () => void): void {
    const from = placeOf(window);
    const corner = CORNER_DP * this.#stage.scale;
    this.#stage.animate(
      SETTLE_MS,
      (progress) => {
        const left = (1 - progress) ** 3;
        const place = between(window.bounds, from, left);
        this.#stage.setMotion(window, progress < 1 ? fit(window, place, corner * left, 1) : undefined);
        if (progress >= 1) done();
      },
      "transition",
    );
  }

  /**
   * Moves the window from its current place to its icon while `home` enters. Returns the function that ends this early.
   */
  close(packageName: string, window: UiNode, home: UiNode | undefined, done: () => void): () => void {
    const from = placeOf(window);
    const startCorner = CORNER_DP * this.#stage.scale;
    const stop = this.#stage.animate(
      CLOSE_MS,
      (progress) => {
        const way = 1 - (1 - progress) ** 3;
        const icon = this.#icons.get(packageName);
        const seen = icon?.painted !== undefined;
        const target = icon && seen ? icon.bounds : vanishing(window.bounds);
        const corner = startCorner + (widthOf(target) * ICON_CORNER - startCorner) * way;
        const opacity = way < 0.75 ? 1 : 4 - 4 * way;
        this.#stage.setMotion(window, fit(window, between(from, target, way), corner, opacity));
        if (home) this.#stage.setMotion(home, progress < 1 ? comingForward(way) : undefined);
        if (progress >= 1) done();
      },
      "transition",
    );
    return () => {
      stop();
      this.#stage.setMotion(window, undefined);
      if (home) this.#stage.setMotion(home, undefined);
    };
  }
}

function widthOf(rect: Rect): number {
  return rect.right - rect.left;
}

/** Interpolates from the first rectangle at 0 to the second at 1. */
function between(from: Rect, to: Rect, part: number): Rect {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    left: mix(from.left, to.left),
    top: mix(from.top, to.top),
    right: mix(from.right, to.right),
    bottom: mix(from.bottom, to.bottom),
  };
}

/** Returns the motion that scales the window to the place's width and clips it to the place's height and corners. */
function fit(window: UiNode, place: Rect, cornerPx: number, opacity: number): Motion {
  const { left, top, right, bottom } = window.bounds;
  const scale = widthOf(place) / (right - left);
  return {
    opacity,
    scale,
    translateXPx: (place.left + place.right) / 2 - (left + right) / 2,
    translateYPx: place.top - (top + bottom) / 2 + ((bottom - top) / 2) * scale,
    clip: { heightPx: (place.bottom - place.top) / scale, radiusPx: cornerPx / scale },
  };
}

/** Returns the window's currently visible area. */
function placeOf(window: UiNode): Rect {
  const { motion, bounds } = window;
  if (!motion) return bounds;
  const x = (bounds.left + bounds.right) / 2 + motion.translateXPx;
  const y = (bounds.top + bounds.bottom) / 2 + motion.translateYPx;
  const width = widthOf(bounds) * motion.scale;
  const height = (bounds.bottom - bounds.top) * motion.scale;
  const top = y - height / 2;
  const shown = motion.clip ? motion.clip.heightPx * motion.scale : height;
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + shown };
}

function vanishing({ left, top, right, bottom }: Rect): Rect {
  const half = ((right - left) * VANISHING_PART) / 2;
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

function comingForward(way: number): Motion {
  return { opacity: way, scale: 0.94 + 0.06 * way, translateXPx: 0, translateYPx: 0 };
}
