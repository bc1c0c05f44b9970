/** Control messages, client to device, of scrcpy 3.3.1 and later (ControlMessageReader.java). Big-endian. */

/** A pointer's position in the pixels of a video of the given size; the device scales it to its screen. */
export interface Position {
  x: number;
  y: number;
  screenWidthPx: number;
  screenHeightPx: number;
}

/** MotionEvent actions that scrcpy sends (AOSP MotionEvent.java). */
export const TOUCH_ACTIONS = { down: 0, up: 1, move: 2, cancel: 3, hoverMove: 7 } as const;
/** KeyEvent actions (AOSP KeyEvent.java). */
export const KEY_ACTIONS = { down: 0, up: 1 } as const;
/** Values of get-clipboard's copyKey. */
export const COPY_KEYS = { none: 0, copy: 1, cut: 2 } as const;
/** scrcpy's pointer ids for the mouse and for a finger without a number of its own. */
export const POINTER_IDS = { mouse: -1n, genericFinger: -2n, virtualFinger: -3n } as const;

export type ControlMessage =
  | { type: "key"; action: number; keyCode: number; repeat: number; metaState: number }
  | { type: "text"; text: string }
  | ({
      type: "touch";
      action: number;
      pointerId: bigint;
      pressure: number;
      actionButton: number;
      buttons: number;
    } & Position)
  /** Wheel clicks, -16 to 16. */
  | ({ type: "scroll"; horizontal: number; vertical: number; buttons: number } & Position)
  | { type: "backOrScreenOn"; action: number }
  | { type: "getClipboard"; copyKey: number }
  /** `sequence` 0 requests no acknowledgement. */
  | { type: "setClipboard"; sequence: bigint; paste: boolean; text: string }
  | { type: "setDisplayPower"; on: boolean }
  | { type: "uhidCreate"; id: number; vendorId: number; productId: number; name: string; data: Uint8Array }
  | { type: "uhidInput"; id: number; data: Uint8Array }
  | { type: "uhidDestroy"; id: number }
  /** A package name; the prefix "?" searches labels instead, and "+" stops the app first. */
  | { type: "startApp"; name: string }
  | { type: EmptyType }
  /** An unknown type, with all data received after its first byte. */
  | { type: "unknown"; id: number; data: Uint8Array };

export const EMPTY_TYPES = {
  expandNotificationPanel: 5,
  expandSettingsPanel: 6,
  collapsePanels: 7,
  rotateDevice: 11,
  openHardKeyboardSettings: 15,
  resetVideo: 17,
} as const;
export type EmptyType = keyof typeof EMPTY_TYPES;

/** Limit of clipboard text: scrcpy's message buffer is 256 KiB. */
export const CLIPBOARD_BYTES_MAX = (1 << 18) - 14;
const INJECT_TEXT_BYTES_MAX = 300;

/** Splits text between characters into messages of at most 300 bytes each, like scrcpy's own client. */
export function textMessages(text: string): ControlMessage[] {
  const parts: string[] = [];
  let part = "";
  let partBytes = 0;
  for (const character of text) {
    const bytes = new TextEncoder().encode(character).length;
    if (partBytes + bytes > INJECT_TEXT_BYTES_MAX) {
      parts.push(part);
      part = "";
      partBytes = 0;
    }
    part += character;
    partBytes += bytes;
  }
  if (part) parts.push(part);
  return parts.map((each) => ({ type: "text", text: each }));
}
