import { expect } from "vitest";
import { APPS } from "../apps.ts";
import type { AppScreens } from "./app-screens.ts";
import type { DeviceDriver } from "./device-driver.ts";

const LISTED = import.meta.glob<AppScreens>("../*/testing/screens.ts", { eager: true, import: "SCREENS" });

/** Screens of an app without a list: the first one. */
const FIRST_ONLY: AppScreens = { taps: [[]] };

/** Returns the screens that the app lists in its folder, which has the last part of the package's name. */
function screensOf(packageName: string): AppScreens {
  return LISTED[`../${packageName.replace(/.*\./, "")}/testing/screens.ts`] ?? FIRST_ONLY;
}

/** Every screen of every app: the package, and the labels to tap in order, or the action that opens it. */
export const EVERY_SCREEN = APPS.flatMap(({ packageName }) => {
  const { taps, actions = [] } = screensOf(packageName);
  return [...taps, ...actions.map((action) => [action])].map((way) => [packageName, ...way] as const);
});

/** Creates the app's content, opens a screen and waits until it has loaded from disk. */
export async function openScreen(device: DeviceDriver, packageName: string, taps: readonly string[]): Promise<void> {
  const { furnish, actions = [] } = screensOf(packageName);
  await furnish?.(device);
  const action = actions.find((each) => each === taps[0]);
  device.ui.activities.startIntent({ packageName, ...(action === undefined ? {} : { action }) });
  for (const tap of action === undefined ? taps : taps.slice(1)) {
    await device.shows(tap);
    device.tap(tap);
  }
  await expect.poll(() => device.texts().length).toBeGreaterThan(3);
}
