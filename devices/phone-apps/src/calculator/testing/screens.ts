import type { AppScreens } from "../../testing/app-screens.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["More functions"]],
};
