import type { AppScreens } from "../../testing/app-screens.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["Search DuckDuckGo or type an address"], ["More options"], ["1 tab"], ["Files on this device"]],
};
