import { textMessages } from "@terrarium/scrcpy/control";
import type { InputTarget } from "./input-target.ts";

/** Sends text typed into a field, composed text once complete, and keeps the field empty, until the signal aborts. */
export function attachText(field: HTMLTextAreaElement, target: Pick<InputTarget, "send">, signal: AbortSignal): void {
  const takeText = () => {
    for (const message of textMessages(field.value)) target.send(message);
    field.value = "";
  };
  const input = (event: Event) => {
    if (!(event instanceof InputEvent && event.isComposing)) takeText();
  };
  field.addEventListener("input", input, { signal });
  field.addEventListener("compositionend", takeText, { signal });
}
