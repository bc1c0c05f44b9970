import type { AppScreens } from "../../testing/app-screens.ts";

/** None, because the rows of a terminal have the size of its text. */
export const SCREENS: AppScreens = {
  taps: [],
};
