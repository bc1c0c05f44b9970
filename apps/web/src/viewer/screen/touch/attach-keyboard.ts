import { attachText } from "../attach-text.ts";
import type { InputTarget } from "../input-target.ts";
import { keyMessage } from "./keyboard.ts";

/**
 * Sends input of a text field to the device: keys, text of any script (composed text once complete), and pasted text
 * through the device's clipboard. The field itself stays empty. Returns a function that detaches it.
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
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text !== "") target.send({ type: "setClipboard", sequence: 0n, paste: true, text });
  };
  field.addEventListener("keydown", key, { signal });
  field.addEventListener("keyup", key, { signal });
  attachText(field, target, signal);
  field.addEventListener("paste", paste, { signal });
  return () => listeners.abort();
}
