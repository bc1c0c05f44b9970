import type { AppScreens } from "../../testing/app-screens.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["New note"]],
};
