import { lateCode } from "./late-code.ts";

/** The menus and dialogs of Radix, loaded late because the first screen has nothing open. */
export const RADIX = lateCode(() => import("./radix.ts"));

/** Returns the code inside an open menu or dialog, where it is always loaded. */
export function useRadix(): typeof import("./radix.ts") {
  const code = RADIX.useCode();
  if (code === undefined) throw new Error("A part of a menu or a dialog stands outside of one");
  return code;
}
