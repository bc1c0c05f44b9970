import { type ControlMessage, copyKeys, keyActions } from "@terrarium/scrcpy/control";

/** Android key codes (AOSP KeyEvent.java). */
export const KEY_CODES = { home: 3, back: 4, recents: 187 } as const;
const KEY_CODE_A = 29;

/** Keys that are no text, by their name in the browser. Tab stays the browser's: it leads out of the screen. */
const SPECIAL_KEYS: Readonly<Record<string, number>> = {
  Enter: 66,
  Backspace: 67,
  Delete: 112,
  Escape: KEY_CODES.back,
  ArrowUp: 19,
  ArrowDown: 20,
  ArrowLeft: 21,
  ArrowRight: 22,
  PageUp: 92,
  PageDown: 93,
  Home: 122,
  End: 123,
  Insert: 124,
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

const letterCode = (letter: string): number => KEY_CODE_A + (letter.codePointAt(0) ?? 0) - ("a".codePointAt(0) ?? 0);
