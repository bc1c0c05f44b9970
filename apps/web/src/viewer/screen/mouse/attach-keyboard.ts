import { LEAVE_KEY } from "../../parts/leave-key.ts";
import { attachText } from "../attach-text.ts";
import type { InputTarget } from "../input-target.ts";
import { pressMessages } from "../press.ts";
import { isPaste, type KeyPress, keyPress } from "./keyboard.ts";

/**
 * Sends input of a text field to a device with a keyboard: keys and combinations, and text of any script (composed text
 * once complete). Before a paste it sends the browser's clipboard. The field itself stays empty. Returns a function
 * that detaches it.
 */
export function attachDesktopKeyboard(
  field: HTMLTextAreaElement,
  target: InputTarget,
  onLeave: () => void,
): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let pasting: KeyPress | undefined;
  // Releases each key at once: some keyups never arrive, as on a Mac with Command held, and the key would stay down.
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
    // A paste without a key, for example from a menu, uses the device's own paste.
    if (text !== "") target.send({ type: "setClipboard", sequence: 0n, paste: pasting === undefined, text });
    if (pasting) press(pasting);
    pasting = undefined;
  };
  field.addEventListener("keydown", key, { signal });
  attachText(field, target, signal);
  field.addEventListener("paste", paste, { signal });
  return () => listeners.abort();
}
