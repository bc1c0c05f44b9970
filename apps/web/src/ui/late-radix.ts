import { lateCode } from "./late-code.ts";

/** The menus and dialogs of Radix: nothing is open on a first screen. */
export const RADIX = lateCode(() => import("./radix.ts"));

/** For what stands in something open: then the code is there. */
export function useRadix(): typeof import("./radix.ts") {
  const code = RADIX.useCode();
  if (code === undefined) throw new Error("A part of a menu or a dialog stands outside of one");
  return code;
}
