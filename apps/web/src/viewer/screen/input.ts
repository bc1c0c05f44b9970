import { type ControlMessage, textMessages } from "@terrarium/scrcpy/control";
import { keyCodes } from "@terrarium/scrcpy/key-codes";
import { keyMessage, pressMessages } from "./keyboard.ts";
import { scrollMessage, touchMessage } from "./pointer.ts";
import type { ScreenSize } from "./screen-client.ts";

const PRIMARY_BUTTON = 0;
const MIDDLE_BUTTON = 1;
const SECONDARY_BUTTON = 2;

export interface InputTarget {
  readonly size: ScreenSize | undefined;
  send(message: ControlMessage): void;
}

/**
 * Sends what happens on the screen to the device: fingers, mouse (right button: back, middle: home), wheel. Returns
 * the function that ends it.
 */
export function attachPointer(
  screen: HTMLElement,
  target: InputTarget,
  onPress: (event: PointerEvent) => void,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  /** Pointers that are down, so that a mouse passing by does not drag. */
  const pressed = new Set<number>();
  const forward = (event: PointerEvent) => {
    const message = target.size && touchMessage(event, screen.getBoundingClientRect(), target.size);
    if (message) target.send(message);
  };
  const press = (event: PointerEvent) => {
    event.preventDefault();
    onPress(event);
    if (event.button === SECONDARY_BUTTON)
      return pressMessages(keyCodes.back).forEach((message) => target.send(message));
    if (event.button === MIDDLE_BUTTON) return pressMessages(keyCodes.home).forEach((message) => target.send(message));
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
    // With Control it is the browser's zoom.
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

/**
 * Sends what is typed into a text field to the device: keys, text of any script (composed text when it is complete),
 * pasted text through the device's clipboard. The field itself stays empty. Returns the function that ends it.
 */
export function attachKeyboard(field: HTMLTextAreaElement, target: InputTarget): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const key = (event: KeyboardEvent) => {
    const message = keyMessage(event);
    if (!message) return;
    event.preventDefault();
    target.send(message);
  };
  const takeText = () => {
    for (const message of textMessages(field.value)) target.send(message);
    field.value = "";
  };
  const input = (event: Event) => {
    if (!(event instanceof InputEvent && event.isComposing)) takeText();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text !== "") target.send({ type: "setClipboard", sequence: 0n, paste: true, text });
  };
  field.addEventListener("keydown", key, { signal });
  field.addEventListener("keyup", key, { signal });
  field.addEventListener("input", input, { signal });
  field.addEventListener("compositionend", takeText, { signal });
  field.addEventListener("paste", paste, { signal });
  return () => listeners.abort();
}
