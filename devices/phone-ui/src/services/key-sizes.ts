import { navigationHeight } from "./bars.ts";

/** Between keys, and at the keyboard's sides, in dp. */
export const keyGap = 5;
/** Keys are not spread wider than this. */
export const widestKeyboard = 760;

/** What the keyboard takes of a screen of this height, in dp. */
export function keyboardHeight(heightDp: number): number {
  const { keyHeight, rowGap } = keySizes(heightDp);
  return 4 * keyHeight + 3 * rowGap + 10 + 8 + navigationHeight;
}

/** The lower the screen, the more of it is left to what is written. */
export function keySizes(heightDp: number): { keyHeight: number; rowGap: number } {
  if (heightDp < 420) return { keyHeight: 34, rowGap: 6 };
  return { keyHeight: heightDp < 560 ? 38 : 44, rowGap: 8 };
}
