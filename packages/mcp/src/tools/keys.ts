/** Keys that a step can press, with Android's codes (AOSP KeyEvent). */
export const KEYS = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volume_up: 24,
  volume_down: 25,
  power: 26,
  tab: 61,
  space: 62,
  enter: 66,
  delete: 67,
  menu: 82,
  search: 84,
  escape: 111,
  move_end: 123,
  recents: 187,
  wake: 224,
} as const;

export type KeyName = keyof typeof KEYS;

/** Held while another key is pressed. */
const HELD = { ctrl: 113, alt: 57, shift: 59, meta: 117 } as const;

const CHARACTERS = { a: 29, "0": 7 } as const;
const F1 = 131;

/** Matches names of keys, and combinations such as ctrl+shift+t. */
export const PRESSED = new RegExp(
  `^((${Object.keys(HELD).join("|")})\\+)*(${Object.keys(KEYS).join("|")}|[a-z]|[0-9]|f([1-9]|1[0-2]))$`,
);

/** Returns Android's codes for a text that PRESSED matches, held keys first. */
export const codesOf = (pressed: string): number[] =>
  pressed.split("+").map((name) => ({ ...KEYS, ...HELD })[name as KeyName] ?? characterCode(name));

function characterCode(name: string): number {
  if (name.length > 1) return F1 + Number(name.slice(1)) - 1;
  const first = /\d/.test(name) ? "0" : "a";
  return CHARACTERS[first] + (name.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0);
}
