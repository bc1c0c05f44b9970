import { type ControlMessage, COPY_KEYS, KEY_ACTIONS } from "@terrarium/scrcpy/control";
import { characterKeys, KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { EDITING_KEYS, holdsControl, isComposed, metaStateOf, shortcutLetter } from "../keys.ts";

/** Non-text keys, by their name in the browser. Tab is excluded, because it moves the focus out of the screen. */
const SPECIAL_KEYS: Readonly<Record<string, number>> = {
  ...EDITING_KEYS,
  Escape: KEY_CODES.back,
};

export type KeyInput = Pick<
  KeyboardEvent,
  "type" | "key" | "code" | "keyCode" | "repeat" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing"
>;

/**
 * Returns the device's message for a key press or release. Undefined if the browser handles it: text (which arrives as
 * input, possibly composed), pastes, Tab, and browser shortcuts.
 */
export function keyMessage(input: KeyInput): ControlMessage | undefined {
  if (isComposed(input)) return undefined;
  const letter = holdsControl(input) && !input.altKey ? shortcutLetter(input) : undefined;
  if (letter === "c" || letter === "x") {
    if (input.type !== "keydown") return undefined;
    return { type: "getClipboard", copyKey: letter === "c" ? COPY_KEYS.copy : COPY_KEYS.cut };
  }
  const keyCode = letter === "a" || letter === "z" ? characterKeys[letter] : SPECIAL_KEYS[input.key];
  if (keyCode === undefined) return undefined;
  return {
    type: "key",
    action: input.type === "keydown" ? KEY_ACTIONS.down : KEY_ACTIONS.up,
    keyCode,
    repeat: input.repeat ? 1 : 0,
    metaState: metaStateOf(input),
  };
}
