import type { AppScreens } from "../../testing/app-screens.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["New folder"], ["More options"], ["Show as grid"], ["Search"], ["Pictures"]],
};
