import { LEAVE_KEY } from "../../parts/leave-key.ts";
import { attachText } from "../attach-text.ts";
import type { InputTarget } from "../input-target.ts";
import { pressMessages } from "../press.ts";
import { isPaste, type KeyPress, keyPress } from "./keyboard.ts";

/**
 * Sends what is typed into a text field to a device with a keyboard: keys and their combinations, text of any script
 * (composed text when it is complete), and before what pastes there, what would be pasted here. The field itself stays
 * empty. Returns the function that ends it.
 */
export function attachDesktopKeyboard(
  field: HTMLTextAreaElement,
  target: InputTarget,
  onLeave: () => void,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let pasting: KeyPress | undefined;
  // A key is pressed and let go at once: one whose end is told to nobody, as on a Mac beside Command, would stay down.
  const press = ({ keyCode, metaState }: KeyPress) => {
    target.expectCopy();
    for (const message of pressMessages(keyCode, metaState)) target.send(message);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === LEAVE_KEY) {
      event.preventDefault();
      return onLeave();
    }
    const pressed = keyPress(event);
    if (!pressed) return;
    // The browser's paste event follows.
    if (isPaste(event)) return void (pasting = pressed);
    event.preventDefault();
    press(pressed);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // Without a key, as from a menu, the device is asked to paste in its own way.
    if (text !== "") target.send({ type: "setClipboard", sequence: 0n, paste: pasting === undefined, text });
    if (pasting) press(pasting);
    pasting = undefined;
  };
  field.addEventListener("keydown", key, { signal });
  attachText(field, target, signal);
  field.addEventListener("paste", paste, { signal });
  return () => listeners.abort();
}
