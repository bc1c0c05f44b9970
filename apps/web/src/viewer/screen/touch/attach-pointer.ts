import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { InputTarget } from "../input-target.ts";
import { pressMessages } from "../press.ts";
import { scrollMessage } from "../scroll.ts";
import { touchMessage } from "./touch-message.ts";

const PRIMARY_BUTTON = 0;
const MIDDLE_BUTTON = 1;
const SECONDARY_BUTTON = 2;

/**
 * Sends input on the screen to a phone: fingers, mouse (right button: back, middle: home), and wheel. Returns a
 * function that detaches it.
 */
export function attachPointer(
  screen: HTMLElement,
  target: InputTarget,
  onPress: (event: PointerEvent) => void,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  /** Pointers that are down, so that hovering with a mouse does not drag. */
  const pressed = new Set<number>();
  const forward = (event: PointerEvent) => {
    const message = target.size && touchMessage(event, screen.getBoundingClientRect(), target.size);
    if (message) target.send(message);
  };
  const press = (event: PointerEvent) => {
    event.preventDefault();
    onPress(event);
    if (event.button === SECONDARY_BUTTON)
      return pressMessages(KEY_CODES.back).forEach((message) => target.send(message));
    if (event.button === MIDDLE_BUTTON) return pressMessages(KEY_CODES.home).forEach((message) => target.send(message));
    if (event.button !== PRIMARY_BUTTON) return;
    screen.setPointerCapture(event.pointerId);
    pressed.add(event.pointerId);
    forward(event);
  };
  const move = (event: PointerEvent) => {
    if (pressed.has(event.pointerId)) forward(event);
  };
  const release = (event: PointerEvent) => {
    if (pressed.delete(event.pointerId)) forward(event);
  };
  const scroll = (event: WheelEvent) => {
    // Control with the wheel zooms the browser.
    if (event.ctrlKey || !target.size) return;
    event.preventDefault();
    target.send(scrollMessage(event, screen.getBoundingClientRect(), target.size));
  };
  screen.addEventListener("pointerdown", press, { signal });
  screen.addEventListener("pointermove", move, { signal });
  screen.addEventListener("pointerup", release, { signal });
  screen.addEventListener("pointercancel", release, { signal });
  screen.addEventListener("wheel", scroll, { signal, passive: false });
  screen.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  return () => listeners.abort();
}
