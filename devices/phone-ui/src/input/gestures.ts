import type { TouchEvent } from "@terrarium/adb-device/ports/input";
import type { Timer } from "@terrarium/phone-system/clock";
import type { DragEvent, UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import { claimAlong } from "./claim.ts";
import { FieldTouches, type FieldTarget } from "./field-touches.ts";
import { Finger, TOUCH_SLOP_DP } from "./finger.ts";
import { Pinch } from "./pinch.ts";
import { startRipple } from "./ripple.ts";
import type { Axis, Scrolling } from "./scrolling.ts";

const EDGE_DP = 20;
const SWIPE_DP = 44;
const LONG_PRESS_MS = 450;
const REPEAT_MS = 50;
const SLOWEST_FLING_DP_PER_SECOND = 80;

/** A swipe that starts at the left or right edge. */
export interface EdgeEvent {
  phase: DragEvent["phase"];
  side: "left" | "right";
  yPx: number;
  distancePx: number;
  /** Whether the finger is far enough in to go back. */
  far: boolean;
}

/** The system's reactions to gestures that no node claims. */
export interface GestureTarget extends FieldTarget {
  edge(event: EdgeEvent): void;
  /** Whether swipes from the edges go back; false with three-button navigation. */
  hasEdges(): boolean;
  /** Returns the delay of a long press that the user chose, in milliseconds; undefined for the usual one. */
  longPressMs(): number | undefined;
}

/** Turns touches into taps, long presses, drags, scrolls and pinches, independently for each finger. */
export class Gestures {
  readonly #stage: Stage;
  readonly #scrolling: Scrolling;
  readonly #target: GestureTarget;
  readonly #fields: FieldTouches;
  readonly #fingers = new Map<number, Finger>();
  #pinch: Pinch | undefined;
  /** Lets time pass while a finger rests on the screen. */
  #held: Timer | undefined;

  constructor(options: { stage: Stage; scrolling: Scrolling; target: GestureTarget }) {
    this.#stage = options.stage;
    this.#scrolling = options.scrolling;
    this.#target = options.target;
    this.#fields = new FieldTouches(options.stage, options.target);
  }

  touch(event: TouchEvent): void {
    this.#held?.cancel();
    this.#touch(event);
    if (this.#fingers.size > 0) this.#held = this.#stage.clock.hold();
  }

  #touch(event: TouchEvent): void {
    if (event.action === "down") {
      this.#cancel(this.#fingers.get(event.pointerId));
      this.#down(event);
      return;
    }
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    // A release that only repeats the last position must not reduce the measured speed.
    const moved = event.xPx !== finger.x || event.yPx !== finger.y;
    if (event.action === "move" || (event.action === "up" && moved)) this.#move(finger, event);
    else finger.rest(this.#timeOf(event));
    if (event.action === "up") this.#up(finger);
    else if (event.action === "cancel") this.#cancel(finger);
    if (event.action !== "move") this.#forget(finger);
  }

  /** Cancels all gestures in progress, for example when the screen turns off under the fingers. */
  cancelAll(): void {
    for (const finger of this.#fingers.values()) {
      this.#cancel(finger);
      this.#forget(finger);
    }
  }

  dispose(): void {
    this.#held?.cancel();
    for (const finger of this.#fingers.values()) finger.timer?.cancel();
    this.#fingers.clear();
  }

  #down(event: TouchEvent): void {
    // A touch may refer to a change that is not drawn yet, so the last change is rendered first.
    this.#stage.flush();
    const { pointerId, xPx, yPx } = event;
    const hit = this.#stage.hit(xPx, yPx);
    if (!hit) return;
    const finger = new Finger({ pointerId, xPx, yPx, timeMs: this.#timeOf(event), path: this.#pathOf(hit, xPx, yPx) });
    this.#fingers.set(pointerId, finger);
    for (const node of finger.path) if (node.kind === "ui-scroll") this.#scrolling.stop(node);
    if (this.#startPinch(finger)) return;
    const press = finger.path.find((node) => node.pressable);
    finger.press = press;
    if (press) finger.releaseRipple = startRipple(this.#stage, press, xPx, yPx);
    // The secondary mouse button acts as a long press, without the delay.
    if (event.secondary) this.#hold(finger);
    else
      finger.timer = this.#stage.clock.startTimer(this.#target.longPressMs() ?? LONG_PRESS_MS, () =>
        this.#hold(finger),
      );
  }

  /**
   * Returns the touched node and its ancestors, up to the modal one around it. A swipe-only node passes taps to the
   * nodes beneath it.
   */
  #pathOf(hit: UiNode, xPx: number, yPx: number): UiNode[] {
    const ancestors = [...hit.path()];
    const modal = ancestors.findIndex((node) => node.props.modal);
    const path = modal === -1 ? ancestors : ancestors.slice(0, modal + 1);
    const glass = path.find((node) => node.props.passTaps);
    const beneath = glass && this.#stage.hit(xPx, yPx, glass);
    return beneath ? [glass, ...beneath.path()] : path;
  }

  /** Starts a pinch when two fingers touch the same pinchable node, and cancels the first finger's gesture. */
  #startPinch(finger: Finger): boolean {
    if (this.#pinch) return false;
    for (const other of this.#fingers.values()) {
      const node = finger.path.find((each) => each.props.onPinch && other.path.includes(each));
      if (other === finger || !node) continue;
      this.#cancel(other);
      finger.claim = { kind: "pinch" };
      other.claim = { kind: "pinch" };
      this.#pinch = new Pinch(node, other, finger);
      this.#sendPinch("start");
      return true;
    }
    return false;
  }

  #hold(finger: Finger): void {
    const { press } = finger;
    const dragged = finger.path.find((node) => node.props.dragAfterHold && node.props.onDrag);
    if (dragged) {
      this.#releasePress(finger);
      this.#startDrag(finger, dragged);
    } else if (press?.kind === "ui-field") {
      this.#releasePress(finger);
      finger.claim = { kind: "select", field: press };
      this.#fields.select(press, finger.startX, finger.startY);
    } else if (press?.props.repeats) {
      this.#stage.run(() => press.props.onPress?.());
      finger.timer = this.#stage.clock.startTimer(REPEAT_MS, () => this.#hold(finger));
    } else {
      const holder = finger.path.find((node) => node.props.onLongPress && node.pressable);
      if (!holder) return;
      this.#releasePress(finger);
      finger.claim = { kind: "nothing" };
      this.#stage.run(() => holder.props.onLongPress?.());
    }
  }

  #move(finger: Finger, event: TouchEvent): void {
    finger.moveTo(event.xPx, event.yPx, this.#timeOf(event));
    const { claim } = finger;
    if (claim.kind === "none") {
      const dx = event.xPx - finger.startX;
      const dy = event.yPx - finger.startY;
      if (Math.hypot(dx, dy) <= TOUCH_SLOP_DP * this.#stage.scale) return;
      this.#releasePress(finger);
      this.#claim(finger, Math.abs(dx) > Math.abs(dy) ? "x" : "y", dx, dy);
    }
    this.#continue(finger);
  }

  /** Assigns the movement to a node once, after the finger has moved too far for a tap. */
  #claim(finger: Finger, axis: Axis, dx: number, dy: number): void {
    const side = axis === "x" ? this.#edgeOf(finger) : undefined;
    if (side && (side === "left" ? dx > 0 : dx < 0)) {
      finger.claim = { kind: "edge", side };
      return this.#sendEdge(finger, "start");
    }
    finger.claim = claimAlong(finger.path, axis, axis === "x" ? dx : dy);
    if (finger.claim.kind === "drag") this.#sendDrag(finger.claim.node, finger.dragEvent("start"));
  }

  #edgeOf(finger: Finger): "left" | "right" | undefined {
    if (!this.#target.hasEdges()) return undefined;
    const edgePx = EDGE_DP * this.#stage.scale;
    if (finger.startX < edgePx) return "left";
    return finger.startX >= this.#stage.widthPx - edgePx ? "right" : undefined;
  }

  #startDrag(finger: Finger, node: UiNode): void {
    finger.claim = { kind: "drag", node };
    this.#sendDrag(node, finger.dragEvent("start"));
  }

  #continue(finger: Finger): void {
    const { claim } = finger;
    switch (claim.kind) {
      case "drag":
        return this.#sendDrag(claim.node, finger.dragEvent("move"));
      case "scroll": {
        const moved = claim.axis === "x" ? finger.x - finger.startX : finger.y - finger.startY;
        return this.#scrolling.pull(claim.node, claim.startPx - moved);
      }
      case "edge":
        return this.#sendEdge(finger, "move");
      case "select":
        return this.#fields.extend(claim.field, finger.x, finger.y);
      case "pinch":
        return this.#sendPinch("move");
      case "none":
      case "nothing":
    }
  }

  #up(finger: Finger): void {
    const { claim, press } = finger;
    switch (claim.kind) {
      case "none":
        this.#releasePress(finger);
        if (press) this.#tap(press, finger);
        else this.#tapSlider(finger);
        break;
      case "drag":
        this.#sendDrag(claim.node, finger.dragEvent("end"));
        break;
      case "scroll": {
        const speed = -finger.velocity()[claim.axis];
        const flung = Math.abs(speed) > SLOWEST_FLING_DP_PER_SECOND * this.#stage.scale;
        this.#scrolling.release(claim.node);
        if (claim.node.props.paged) this.#scrolling.turn(claim.node, flung ? speed : 0);
        else if (flung) this.#scrolling.fling(claim.node, speed);
        break;
      }
      case "edge":
        this.#sendEdge(finger, "end");
        break;
      case "pinch":
        this.#endPinch(finger, "end");
        break;
      case "select":
      case "nothing":
    }
  }

  /** Sets a slider with a tap, as a drag of zero length. */
  #tapSlider(finger: Finger): void {
    const slider = finger.path.find((node) => node.props.role === "slider" && node.props.onDrag);
    if (!slider) return;
    this.#sendDrag(slider, finger.dragEvent("start"));
    this.#sendDrag(slider, finger.dragEvent("end"));
  }

  #tap(press: UiNode, finger: Finger): void {
    if (press.kind === "ui-field") return this.#fields.tap(press, finger);
    this.#fields.tapElsewhere();
    if (press.props.onPress) this.#stage.run(press.props.onPress);
  }

  #cancel(finger: Finger | undefined): void {
    if (!finger) return;
    this.#releasePress(finger);
    const { claim } = finger;
    if (claim.kind === "drag") this.#sendDrag(claim.node, finger.dragEvent("cancel"));
    else if (claim.kind === "scroll") {
      this.#scrolling.release(claim.node);
      if (claim.node.props.paged) this.#scrolling.turn(claim.node, 0);
    } else if (claim.kind === "edge") this.#sendEdge(finger, "cancel");
    else if (claim.kind === "pinch") this.#endPinch(finger, "cancel");
    finger.claim = { kind: "nothing" };
  }

  #endPinch(finger: Finger, phase: "end" | "cancel"): void {
    if (!this.#pinch?.has(finger)) return;
    this.#sendPinch(phase);
    this.#pinch = undefined;
  }

  #sendDrag(node: UiNode, event: DragEvent): void {
    this.#stage.run(() => node.props.onDrag?.(event));
  }

  #sendPinch(phase: DragEvent["phase"]): void {
    const pinch = this.#pinch;
    if (pinch) this.#stage.run(() => pinch.node.props.onPinch?.(pinch.event(phase)));
  }

  #sendEdge(finger: Finger, phase: DragEvent["phase"]): void {
    if (finger.claim.kind !== "edge") return;
    const { side } = finger.claim;
    const distancePx = side === "left" ? finger.x - finger.startX : finger.startX - finger.x;
    const far = distancePx > SWIPE_DP * this.#stage.scale;
    this.#stage.run(() => this.#target.edge({ phase, side, yPx: finger.y, distancePx, far }));
  }

  #releasePress(finger: Finger): void {
    finger.timer?.cancel();
    finger.releaseRipple();
    finger.press = undefined;
  }

  #forget(finger: Finger): void {
    finger.timer?.cancel();
    finger.releaseRipple();
    this.#fingers.delete(finger.pointerId);
  }

  #timeOf(event: TouchEvent): number {
    return event.timeMs ?? this.#stage.clock.elapsedMs();
  }
}
