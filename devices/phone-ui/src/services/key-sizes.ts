import { NAVIGATION_HEIGHT } from "./bars.ts";

/** Gap between keys and at the keyboard's sides, in dp. */
export const KEY_GAP = 5;
/** Largest width of the keyboard, in dp. */
export const WIDEST_KEYBOARD = 760;

/** Height of the strip of suggested words, in dp. */
export const STRIP_HEIGHT = 44;
/** Lowest screen with room for the strip, in dp. */
const LOWEST_WITH_STRIP = 480;

/** Returns whether the keyboard has a strip of suggested words, in a field that allows suggestions. */
export function hasStrip(heightDp: number, { suggests }: { suggests: boolean }): boolean {
  return suggests && heightDp >= LOWEST_WITH_STRIP;
}

/** Returns the keyboard's height on a screen of this height, in dp. */
export function keyboardHeight(heightDp: number, mode: { suggests: boolean }): number {
  const { keyHeight, rowGap } = keySizes(heightDp);
  const keys = 4 * keyHeight + 3 * rowGap + 10 + 8 + NAVIGATION_HEIGHT;
  return hasStrip(heightDp, mode) ? keys - 10 + STRIP_HEIGHT : keys;
}

/** Returns the key sizes in dp. Lower screens get smaller keys, which leaves more room for the edited text. */
export function keySizes(heightDp: number): { keyHeight: number; rowGap: number } {
  if (heightDp < 420) return { keyHeight: 34, rowGap: 6 };
  return { keyHeight: heightDp < 560 ? 38 : 44, rowGap: 8 };
}
