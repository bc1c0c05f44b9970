import type { AppScreens } from "../../testing/app-screens.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["New alarm"], ["World"], ["World", "Add city"], ["Timer"], ["Stopwatch"]],
};
