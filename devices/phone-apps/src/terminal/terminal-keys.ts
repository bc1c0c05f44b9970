import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { characterOf, shortcutOf } from "@terrarium/phone-ui/input/key-characters";

export type SpecialKey =
  | "escape"
  | "tab"
  | "enter"
  | "backspace"
  | "delete"
  | "insert"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "pageUp"
  | "pageDown";

const KEYS_BY_CODE: ReadonlyMap<number, SpecialKey> = new Map([
  [KEY_CODES.escape, "escape"],
  [KEY_CODES.tab, "tab"],
  [KEY_CODES.enter, "enter"],
  [KEY_CODES.numpadEnter, "enter"],
  [KEY_CODES.del, "backspace"],
  [KEY_CODES.forwardDel, "delete"],
  [KEY_CODES.insert, "insert"],
  [KEY_CODES.dpadUp, "up"],
  [KEY_CODES.dpadDown, "down"],
  [KEY_CODES.dpadLeft, "left"],
  [KEY_CODES.dpadRight, "right"],
  [KEY_CODES.moveHome, "home"],
  [KEY_CODES.moveEnd, "end"],
  [KEY_CODES.pageUp, "pageUp"],
  [KEY_CODES.pageDown, "pageDown"],
]);

/** xterm's sequences for keys without a character (xterm's ctlseqs, "PC-Style Function Keys"). */
const SEQUENCES: Readonly<Record<SpecialKey, string>> = {
  escape: "\x1b",
  tab: "\t",
  enter: "\r",
  backspace: "\x7f",
  delete: "\x1b[3~",
  insert: "\x1b[2~",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
};

/** Keys with different sequences in application mode and with Ctrl. */
const CURSOR_KEYS: ReadonlySet<SpecialKey> = new Set(["up", "down", "left", "right", "home", "end"]);

/**
 * Returns a terminal's sequence for a key. `application` is the mode for programs that request distinct arrow sequences
 * (DECCKM).
 */
export function keySequence(key: SpecialKey, application: boolean, control = false): string {
  const sequence = SEQUENCES[key];
  const final = CURSOR_KEYS.has(key) ? sequence.slice(-1) : undefined;
  if (final === undefined) return sequence;
  if (control) return `\x1b[1;5${final}`;
  return application ? `\x1bO${final}` : sequence;
}

/**
 * Returns a terminal's code for a character typed with Ctrl: "\x03" for c. Characters without such a code are returned
 * unchanged.
 */
export function controlCharacter(character: string): string {
  const code = character.toUpperCase().charCodeAt(0);
  if (character.length !== 1) return character;
  if (character === " ") return "\0";
  if (character === "?") return "\x7f";
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : character;
}

/** Returns the input of a hardware key, or undefined for system keys. */
export function hardwareKeySequence(keyCode: number, metaState: number, application: boolean): string | undefined {
  const shortcut = shortcutOf(keyCode, metaState);
  const key = KEYS_BY_CODE.get(keyCode);
  if (key !== undefined) return keySequence(key, application, shortcut !== undefined);
  if (shortcut !== undefined) return controlCharacter(shortcut);
  return characterOf(keyCode, metaState);
}
