import { KEY_CODES, META_STATES } from "@terrarium/adb-device/key-codes";
import type { HelperPhone } from "../host/helper-definition.ts";

const CTRL = META_STATES.ctrl;
const A = KEY_CODES.letterA;

export const MAX_TEXT_CHARS = 64 * 1024;

/** Presses and releases a key. */
export function pressKey({ ui }: HelperPhone, keyCode: number, metaState = 0): void {
  ui.input.key({ action: "down", keyCode, metaState });
  ui.input.key({ action: "up", keyCode, metaState });
}

/** Deletes the text of the focused field. */
export function clearFocused(phone: HelperPhone): void {
  pressKey(phone, A, CTRL);
  pressKey(phone, KEY_CODES.del);
}

/** Commits text to the focused field, like an input method. Throws if it is too long. */
export function commitText({ ui }: HelperPhone, text: string): void {
  if (text.length > MAX_TEXT_CHARS) throw new Error(`a text has at most ${MAX_TEXT_CHARS} characters`);
  ui.input.text(text);
}
