import { NAVIGATION_HEIGHT } from "./bars.ts";

/** Gap between keys and at the keyboard's sides, in dp. */
export const KEY_GAP = 5;
/** Largest width of the keyboard, in dp. */
export const WIDEST_KEYBOARD = 760;

/** Returns the keyboard's height on a screen of this height, in dp. */
export function keyboardHeight(heightDp: number): number {
  const { keyHeight, rowGap } = keySizes(heightDp);
  return 4 * keyHeight + 3 * rowGap + 10 + 8 + NAVIGATION_HEIGHT;
}

/** Returns the key sizes in dp. Lower screens get smaller keys, which leaves more room for the edited text. */
export function keySizes(heightDp: number): { keyHeight: number; rowGap: number } {
  if (heightDp < 420) return { keyHeight: 34, rowGap: 6 };
  return { keyHeight: heightDp < 560 ? 38 : 44, rowGap: 8 };
}
