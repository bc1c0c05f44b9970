import { characterKeys, KEY_CODES, series } from "@terrarium/scrcpy/key-codes";

/** Keys that a step can press, with Android's codes. Other spellings and names are in ALIASES. */
export const KEYS = {
  home: KEY_CODES.home,
  back: KEY_CODES.back,
  up: KEY_CODES.dpadUp,
  down: KEY_CODES.dpadDown,
  left: KEY_CODES.dpadLeft,
  right: KEY_CODES.dpadRight,
  volume_up: KEY_CODES.volumeUp,
  volume_down: KEY_CODES.volumeDown,
  power: KEY_CODES.power,
  tab: KEY_CODES.tab,
  space: KEY_CODES.space,
  enter: KEY_CODES.enter,
  backspace: KEY_CODES.del,
  delete: KEY_CODES.forwardDel,
  insert: KEY_CODES.insert,
  menu: KEY_CODES.menu,
  search: KEY_CODES.search,
  escape: KEY_CODES.escape,
  page_up: KEY_CODES.pageUp,
  page_down: KEY_CODES.pageDown,
  move_home: KEY_CODES.moveHome,
  move_end: KEY_CODES.moveEnd,
  recents: KEY_CODES.appSwitch,
  wake: KEY_CODES.wakeUp,
  mute: KEY_CODES.volumeMute,
  play_pause: KEY_CODES.mediaPlayPause,
  caps_lock: KEY_CODES.capsLock,
  print_screen: KEY_CODES.sysrq,
} as const;

/** Held while another key is pressed. */
const HELD = {
  ctrl: KEY_CODES.ctrlLeft,
  alt: KEY_CODES.altLeft,
  shift: KEY_CODES.shiftLeft,
  meta: KEY_CODES.metaLeft,
} as const;

/** Names of keys in Android, browsers, X11 and macOS that differ from KEYS, as `spelled` writes them. */
const ALIASES: Readonly<Record<string, keyof typeof KEYS | keyof typeof HELD>> = {
  return: "enter",
  center: "enter",
  esc: "escape",
  del: "delete",
  forwarddel: "delete",
  bksp: "backspace",
  ins: "insert",
  spacebar: "space",
  pgup: "page_up",
  prior: "page_up",
  pgdn: "page_down",
  pgdown: "page_down",
  next: "page_down",
  end: "move_end",
  volup: "volume_up",
  audiovolumeup: "volume_up",
  voldown: "volume_down",
  audiovolumedown: "volume_down",
  volumemute: "mute",
  audiovolumemute: "mute",
  appswitch: "recents",
  recentapps: "recents",
  overview: "recents",
  wakeup: "wake",
  mediaplaypause: "play_pause",
  contextmenu: "menu",
  printscr: "print_screen",
  sysrq: "print_screen",
  control: "ctrl",
  ctl: "ctrl",
  option: "alt",
  opt: "alt",
  cmd: "meta",
  command: "meta",
  win: "meta",
  windows: "meta",
  super: "meta",
};

/** Android's name of the key that deletes backwards. Elsewhere "del" deletes forwards. */
const ANDROID_BACKSPACE = /^keycode_del$/i;

/** Returns a key's name without what differs between its usual spellings: case, separators, prefixes and sides. */
const spelled = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_\s-]/g, "")
    .replace(/^(keycode|key)(?=.)/, "")
    .replace(/^(arrow|dpad)(?=.)|(?<=.)arrow$/, "")
    .replace(/^(ctrl|control|alt|shift|meta|super)(left|right|l|r)$/, "$1");

const NAMED: Readonly<Record<string, number>> = {
  ...series(
    Array.from({ length: 12 }, (_, i) => `f${i + 1}`),
    KEY_CODES.f1,
  ),
  ...characterKeys,
  "+": KEY_CODES.plus,
  ...Object.fromEntries(Object.entries({ ...KEYS, ...HELD }).map(([name, code]) => [spelled(name), code])),
};

/** Returns Android's code of a key by any usual name, or undefined. */
function codeOf(name: string): number | undefined {
  if (ANDROID_BACKSPACE.test(name)) return KEYS.backspace;
  // A dash is a key too.
  const plain = spelled(name) || name.trim();
  const alias = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined;
  const known = alias === undefined ? plain : spelled(alias);
  return Object.hasOwn(NAMED, known) ? NAMED[known] : undefined;
}

/** Separates the keys of a combination. A plus or minus at the end is a key itself. */
const SEPARATOR = /\s*\+\s*(?=.)/;
const MINUS = /^(ctrl|control|alt|shift|cmd|command|meta|super|win)-(?=.)/i;

/**
 * Returns Android's codes of a key or a combination such as ctrl+shift+t, held keys first. Throws an Error for unknown
 * keys.
 */
export function codesOf(pressed: string): number[] {
  let rest = pressed;
  const names: string[] = [];
  for (let held = MINUS.exec(rest); held; held = MINUS.exec(rest)) {
    names.push(held[1] ?? "");
    rest = rest.slice(held[0].length);
  }
  names.push(...rest.split(SEPARATOR));
  return names.map((name) => {
    const code = codeOf(name);
    if (code === undefined)
      throw new Error(
        `no key is called ${JSON.stringify(name)}; there is ${Object.keys(KEYS).join(", ")}, f1 to f12, characters of a keyboard, and combinations with ${Object.keys(HELD).join(", ")} such as ctrl+s`,
      );
    return code;
  });
}
