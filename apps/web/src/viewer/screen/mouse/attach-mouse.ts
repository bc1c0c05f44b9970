import type { InputTarget } from "../input-target.ts";
import { scrollMessage, type WheelInput } from "../scroll.ts";
import { Fingers } from "./fingers.ts";
import { HeldModifiers } from "./held-modifiers.ts";
import { Mouse, type MouseState } from "./mouse.ts";

/**
 * Sends mouse, pen and touch input on the screen to a device with a mouse: hovering, five buttons, dragging, and the
 * wheel in both axes. Moves and wheel turns are sent at most once per frame. Returns a function that detaches it.
 */
export function attachMouse(
  screen: HTMLElement,
  target: InputTarget,
  onPress: (event: PointerEvent) => void,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const place = () => screen.getBoundingClientRect();
  const mouse = new Mouse(target, place);
  const modifiers = new HeldModifiers(target);
  let moved: MouseState | undefined;
  let turned: WheelInput | undefined;
  let frame = 0;
  const flush = () => {
    if (moved) mouse.be(moved);
    // A mouse's wheel is positive to the right (AOSP MotionEvent.java, AXIS_HSCROLL), but finger movement to the left
    // scrolls right.
    if (turned && target.size) target.send(scrollMessage({ ...turned, deltaX: -turned.deltaX }, place(), target.size));
    moved = undefined;
    turned = undefined;
  };
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(flush);
  };
  const turn = (input: WheelInput) => {
    const same = turned?.deltaMode === input.deltaMode ? turned : undefined;
    if (!same) flush();
    const { deltaX, deltaY, deltaMode, clientX, clientY } = input;
    turned = {
      deltaX: deltaX + (same?.deltaX ?? 0),
      deltaY: deltaY + (same?.deltaY ?? 0),
      deltaMode,
      clientX,
      clientY,
    };
    soon();
  };
  const press = (state: MouseState) => {
    flush();
    mouse.be(state);
    target.expectCopy();
  };
  const fingers = new Fingers({
    mouse: (state) => {
      if (mouse.isPressed === (state.buttons !== 0)) {
        moved = state;
        soon();
      } else press(state);
    },
    scroll: ({ clientX, clientY }, byX, byY) =>
      turn({ deltaX: -byX, deltaY: -byY, deltaMode: WheelEvent.DOM_DELTA_PIXEL, clientX, clientY }),
  });

  const down = (event: PointerEvent) => {
    onPress(event);
    screen.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") return fingers.down(event);
    modifiers.hold(event);
    press(event);
  };
  // The browser reports a second button, pressed while another is down, as a move.
  const move = (event: PointerEvent) => {
    if (event.pointerType === "touch") return fingers.move(event);
    if (event.button >= 0) return press(event);
    moved = { clientX: event.clientX, clientY: event.clientY, buttons: event.buttons };
    soon();
  };
  const up = (event: PointerEvent) => {
    if (event.pointerType === "touch") return fingers.up(event);
    press(event);
    if (event.buttons === 0) modifiers.release();
  };
  const cancel = () => {
    fingers.cancel();
    flush();
    mouse.release();
    modifiers.release();
  };
  const wheel = (event: WheelEvent) => {
    // Control with the wheel zooms the browser.
    if (event.ctrlKey) return;
    event.preventDefault();
    turn(event);
  };
  const stay = (event: Event) => event.preventDefault();
  screen.addEventListener("pointerdown", down, { signal });
  screen.addEventListener("pointermove", move, { signal });
  screen.addEventListener("pointerup", up, { signal });
  screen.addEventListener("pointercancel", cancel, { signal });
  screen.addEventListener("wheel", wheel, { signal, passive: false });
  // Prevents the page's own reactions: its menu, scrolling with the middle button, going back with the fourth, and
  // losing the focus.
  for (const name of ["contextmenu", "mousedown", "mouseup", "auxclick"])
    screen.addEventListener(name, stay, { signal });
  return () => {
    cancelAnimationFrame(frame);
    cancel();
    listeners.abort();
  };
}
