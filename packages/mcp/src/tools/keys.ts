/** The keys that a step can press, by Android's codes (AOSP KeyEvent). */
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
