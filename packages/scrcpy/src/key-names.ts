import { KEY_CODES } from "./key-codes.ts";

/** Android's names that differ from ours by more than their case. */
const RENAMED: Readonly<Record<string, string>> = {
  digit0: "0",
  letterA: "A",
  endCall: "ENDCALL",
  wakeUp: "WAKEUP",
  numpad0: "NUMPAD_0",
};

/** Names of the other keys in the order of their codes, by the first code (AOSP KeyEvent.java). */
const OTHERS: Readonly<Record<number, string>> = {
  0: "UNKNOWN SOFT_LEFT SOFT_RIGHT",
  8: "1 2 3 4 5 6 7 8 9",
  28: "CLEAR",
  30: "B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
  63: "SYM EXPLORER ENVELOPE",
  78: "NUM HEADSETHOOK FOCUS",
  89: "MEDIA_REWIND MEDIA_FAST_FORWARD MUTE",
  94:
    "PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 BUTTON_R1 BUTTON_L2 " +
    "BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE",
  119: "FUNCTION",
  126: "MEDIA_PLAY MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD",
  132: "F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12",
  145: "NUMPAD_1 NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9",
  165:
    "INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS TV_POWER TV_INPUT " +
    "STB_POWER STB_INPUT AVR_POWER AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE",
};

/** Android's key codes by its names, without the KEYCODE_ prefix. */
export const codesByName: ReadonlyMap<string, number> = new Map([
  ...Object.entries(KEY_CODES).map(([name, code]): [string, number] => [nameOf(name), code]),
  ...Object.entries(OTHERS).flatMap(([first, names]) =>
    names.split(" ").map((name, i): [string, number] => [name, Number(first) + i]),
  ),
]);

/** `dpadUp` → `DPAD_UP` */
function nameOf(name: string): string {
  return RENAMED[name] ?? name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
}
