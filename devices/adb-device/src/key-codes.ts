/** Android's key names in the order of their codes, from 0 (AOSP KeyEvent.java, without the KEYCODE_ prefix). */
const names =
  "UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP DPAD_DOWN DPAD_LEFT " +
  "DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y Z " +
  "COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL GRAVE MINUS EQUALS " +
  "LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION " +
  "SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN " +
  "PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 BUTTON_R1 BUTTON_L2 " +
  "BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT " +
  "CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY " +
  "MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 " +
  "NUMPAD_2 NUMPAD_3 NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY " +
  "NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN " +
  "VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS TV_POWER " +
  "TV_INPUT STB_POWER STB_INPUT AVR_POWER AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH";

/** The last code of KeyEvent.java as of Android 15. */
const lastKeyCode = 318;

const codes: ReadonlyMap<string, number> = new Map([
  ...names.split(" ").map((name, code): [string, number] => [name, code]),
  ["SLEEP", 223],
  ["WAKEUP", 224],
  ["CUT", 277],
  ["COPY", 278],
  ["PASTE", 279],
]);

/** A key code from its number, its name or its name with KEYCODE_; undefined if there is none. */
export function parseKeyCode(text: string): number | undefined {
  if (/^\d+$/.test(text) && Number(text) <= lastKeyCode) {
    return Number(text);
  }
  return codes.get(text.toUpperCase().replace(/^KEYCODE_/, ""));
}

/** The keys that do something here. Those with a number have no name that `parseKeyCode` takes. */
export const keyCodes = {
  home: codeOf("HOME"),
  back: codeOf("BACK"),
  call: codeOf("CALL"),
  endCall: codeOf("ENDCALL"),
  dpadUp: codeOf("DPAD_UP"),
  dpadDown: codeOf("DPAD_DOWN"),
  dpadLeft: codeOf("DPAD_LEFT"),
  dpadRight: codeOf("DPAD_RIGHT"),
  dpadCenter: codeOf("DPAD_CENTER"),
  volumeUp: codeOf("VOLUME_UP"),
  volumeDown: codeOf("VOLUME_DOWN"),
  power: codeOf("POWER"),
  camera: codeOf("CAMERA"),
  tab: codeOf("TAB"),
  space: codeOf("SPACE"),
  enter: codeOf("ENTER"),
  del: codeOf("DEL"),
  menu: codeOf("MENU"),
  notification: codeOf("NOTIFICATION"),
  search: codeOf("SEARCH"),
  pageUp: codeOf("PAGE_UP"),
  pageDown: codeOf("PAGE_DOWN"),
  escape: codeOf("ESCAPE"),
  forwardDel: codeOf("FORWARD_DEL"),
  sysrq: codeOf("SYSRQ"),
  moveHome: codeOf("MOVE_HOME"),
  moveEnd: codeOf("MOVE_END"),
  insert: codeOf("INSERT"),
  numpadEnter: codeOf("NUMPAD_ENTER"),
  volumeMute: codeOf("VOLUME_MUTE"),
  appSwitch: codeOf("APP_SWITCH"),
  brightnessDown: 220,
  brightnessUp: 221,
  sleep: codeOf("SLEEP"),
  wakeUp: codeOf("WAKEUP"),
  softSleep: 276,
  cut: codeOf("CUT"),
  copy: codeOf("COPY"),
  paste: codeOf("PASTE"),
  allApps: 284,
};

function codeOf(name: string): number {
  const code = codes.get(name);
  if (code === undefined) throw new Error(`no key is called ${name}`);
  return code;
}
