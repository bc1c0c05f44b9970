import { type ControlMessage, copyKeys, keyActions } from "@terrarium/scrcpy/control";
import { keyCodes } from "@terrarium/scrcpy/key-codes";

/** Keys that are no text, by their name in the browser. Tab stays the browser's: it leads out of the screen. */
const SPECIAL_KEYS: Readonly<Record<string, number>> = {
  Enter: keyCodes.enter,
  Backspace: keyCodes.del,
  Delete: keyCodes.forwardDel,
  Escape: keyCodes.back,
  ArrowUp: keyCodes.dpadUp,
  ArrowDown: keyCodes.dpadDown,
  ArrowLeft: keyCodes.dpadLeft,
  ArrowRight: keyCodes.dpadRight,
  PageUp: keyCodes.pageUp,
  PageDown: keyCodes.pageDown,
  Home: keyCodes.moveHome,
  End: keyCodes.moveEnd,
  Insert: keyCodes.insert,
};

/** Android meta states (AOSP KeyEvent.java). */
const META = { shift: 0x1, alt: 0x2, ctrl: 0x1000 } as const;

export type KeyInput = Pick<
  KeyboardEvent,
  "type" | "key" | "repeat" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing"
>;

/**
 * What a key press or release means for the device; undefined where the browser goes on with it: text (which arrives
 * as input, composed if need be), pasting, Tab, and its own shortcuts.
 */
export function keyMessage(input: KeyInput): ControlMessage | undefined {
  if (input.isComposing) return undefined;
  // On a Mac, Command is what Control is elsewhere.
  const isShortcut = input.ctrlKey || input.metaKey;
  const key = input.key.toLowerCase();
  if (isShortcut && (key === "c" || key === "x")) {
    if (input.type !== "keydown") return undefined;
    return { type: "getClipboard", copyKey: key === "c" ? copyKeys.copy : copyKeys.cut };
  }
  const keyCode = isShortcut && (key === "a" || key === "z") ? letterCode(key) : SPECIAL_KEYS[input.key];
  if (keyCode === undefined) return undefined;
  return {
    type: "key",
    action: input.type === "keydown" ? keyActions.down : keyActions.up,
    keyCode,
    repeat: input.repeat ? 1 : 0,
    metaState: (input.shiftKey ? META.shift : 0) | (input.altKey ? META.alt : 0) | (isShortcut ? META.ctrl : 0),
  };
}

/** A key pressed and let go at once. */
export function pressMessages(keyCode: number): ControlMessage[] {
  return [keyActions.down, keyActions.up].map((action) => ({ type: "key", action, keyCode, repeat: 0, metaState: 0 }));
}

const letterCode = (letter: string): number =>
  keyCodes.letterA + (letter.codePointAt(0) ?? 0) - ("a".codePointAt(0) ?? 0);
