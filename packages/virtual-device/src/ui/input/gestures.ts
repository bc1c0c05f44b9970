import type { TouchEvent } from "../../system/display.ts";
import { placeCaret } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import { startRipple } from "./ripple.ts";
import { scrollableAround, type Scrolling } from "./scrolling.ts";

const touchSlopDp = 8;
const edgeDp = 20;
const swipeDp = 44;
const longPressMs = 450;
const repeatMs = 50;
/** The speed of a release is that of the last movements within this time. */
const velocityWindowMs = 100;
const slowestFlingDpPerSecond = 80;

interface Finger {
  startX: number;
  startY: number;
  lastY: number;
  /** What a tap would press; undefined once the finger has moved away. */
  press: UiNode | undefined;
  swipeUp: UiNode | undefined;
  scroll: UiNode | undefined;
  scrolling: boolean;
  edge: "left" | "right" | undefined;
  samples: { y: number; ms: number }[];
  timer: NodeJS.Timeout | undefined;
  releaseRipple: () => void;
}

/** Turns touches into taps, long presses, scrolls and swipes, each finger on its own. */
export class Gestures {
  readonly #stage: Stage;
  readonly #scrolling: Scrolling;
  readonly #onBack: () => void;
  readonly #onFieldTap: (field: UiNode) => void;
  readonly #fingers = new Map<number, Finger>();

  constructor(options: {
    stage: Stage;
    scrolling: Scrolling;
    onBack: () => void;
    onFieldTap: (field: UiNode) => void;
  }) {
    this.#stage = options.stage;
    this.#scrolling = options.scrolling;
    this.#onBack = options.onBack;
    this.#onFieldTap = options.onFieldTap;
  }

  touch(event: TouchEvent): void {
    if (event.action === "down") {
      this.#end(event.pointerId);
      this.#down(event);
      return;
    }
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    // A release reports where it happened; only the moves before it count for the speed.
    if (event.action === "move" || (event.action === "up" && event.yPx !== finger.lastY)) this.#move(finger, event);
    if (event.action === "up") this.#up(finger, event);
    if (event.action !== "move") this.#end(event.pointerId);
  }

  dispose(): void {
    for (const pointerId of this.#fingers.keys()) this.#end(pointerId);
  }

  #down(event: TouchEvent): void {
    // What is not drawn yet can still be meant: the touch refers to the screen that the last change leads to.
    this.#stage.flush();
    const { xPx, yPx } = event;
    const hit = this.#stage.hit(xPx, yPx);
    if (!hit) return;
    const edgePx = edgeDp * this.#stage.scale;
    const swipeUp = find(hit, (node) => node.props.onSwipeUp !== undefined);
    // What only takes swipes leaves taps to what lies beneath it.
    const beneath = swipeUp && !find(hit, (node) => node.pressable) ? this.#stage.hit(xPx, yPx, swipeUp) : hit;
    const press = beneath && find(beneath, (node) => node.pressable);
    const scroll = beneath && scrollableAround(beneath, "y");
    const finger: Finger = {
      startX: xPx,
      startY: yPx,
      lastY: yPx,
      press,
      swipeUp,
      scroll,
      scrolling: false,
      edge: xPx < edgePx ? "left" : xPx >= this.#stage.widthPx - edgePx ? "right" : undefined,
      samples: [{ y: yPx, ms: performance.now() }],
      timer: undefined,
      releaseRipple: press ? startRipple(this.#stage, press, xPx, yPx) : () => undefined,
    };
    this.#fingers.set(event.pointerId, finger);
    if (scroll) this.#scrolling.stop(scroll);
    if (press) finger.timer = setTimeout(() => this.#hold(finger), longPressMs);
  }

  #hold(finger: Finger): void {
    const { press } = finger;
    if (!press) return;
    if (press.props.repeats) {
      this.#stage.run(() => press.props.onPress?.());
      finger.timer = setTimeout(() => this.#hold(finger), repeatMs);
      return;
    }
    const { onLongPress } = press.props;
    if (!onLongPress) return;
    this.#cancelPress(finger);
    this.#stage.run(onLongPress);
  }

  #move(finger: Finger, event: TouchEvent): void {
    const { scale } = this.#stage;
    const dx = event.xPx - finger.startX;
    const dy = event.yPx - finger.startY;
    if (Math.hypot(dx, dy) > touchSlopDp * scale) this.#cancelPress(finger);
    finger.samples.push({ y: event.yPx, ms: performance.now() });
    const step = finger.lastY - event.yPx;
    finger.lastY = event.yPx;
    if (finger.edge && Math.abs(dx) > Math.abs(dy)) return;
    if (finger.swipeUp && dy < -swipeDp * scale && -dy > Math.abs(dx)) {
      const { onSwipeUp } = finger.swipeUp.props;
      finger.swipeUp = undefined;
      finger.scroll = undefined;
      if (onSwipeUp) this.#stage.run(onSwipeUp);
      return;
    }
    if (!finger.scroll) return;
    if (!finger.scrolling && Math.abs(dy) <= touchSlopDp * scale) return;
    // The first step makes good for the slop, so that the content stays under the finger.
    const distance = finger.scrolling ? step : -dy;
    finger.scrolling = true;
    this.#scrolling.to(finger.scroll, finger.scroll.scrollPx + distance);
  }

  #up(finger: Finger, event: TouchEvent): void {
    const { scale } = this.#stage;
    const { press } = finger;
    if (press) {
      this.#cancelPress(finger);
      if (press.kind === "ui-field") this.#tapField(press, event);
      else if (press.props.onPress) this.#stage.run(press.props.onPress);
      return;
    }
    const dx = event.xPx - finger.startX;
    const inward = finger.edge === "left" ? dx : -dx;
    if (finger.edge && inward > swipeDp * scale && inward > Math.abs(event.yPx - finger.startY)) {
      this.#stage.run(this.#onBack);
    } else if (finger.scroll && finger.scrolling) {
      const speed = -velocity(finger.samples);
      if (Math.abs(speed) > slowestFlingDpPerSecond * scale) this.#scrolling.fling(finger.scroll, speed);
    }
  }

  #tapField(field: UiNode, event: TouchEvent): void {
    this.#stage.run(() => {
      placeCaret(field, event.xPx, event.yPx);
      this.#stage.focus(field);
      this.#stage.requestLayout();
      this.#onFieldTap(field);
    });
  }

  #cancelPress(finger: Finger): void {
    clearTimeout(finger.timer);
    finger.releaseRipple();
    finger.press = undefined;
  }

  #end(pointerId: number): void {
    const finger = this.#fingers.get(pointerId);
    if (finger) this.#cancelPress(finger);
    this.#fingers.delete(pointerId);
  }
}

function find(node: UiNode, matches: (node: UiNode) => boolean): UiNode | undefined {
  for (const each of node.path()) if (matches(each)) return each;
  return undefined;
}

/** Pixels per second over the last movements; 0 if the finger rested before its release. */
function velocity(samples: readonly { y: number; ms: number }[]): number {
  const nowMs = performance.now();
  const recent = samples.filter((sample) => nowMs - sample.ms <= velocityWindowMs);
  const first = recent[0];
  const last = recent.at(-1);
  if (!first || !last || last.ms - first.ms < 1) return 0;
  return ((last.y - first.y) * 1000) / (last.ms - first.ms);
}
