import type { DeviceDriver } from "./device-driver.ts";

/** An app's screens, for the tests that check every screen of every app. */
export interface AppScreens {
  /** The way to each screen: the labels to tap in order, starting at the app's first screen. */
  taps: readonly (readonly string[])[];
  /** Android's actions that open further screens. */
  actions?: readonly string[];
  /** Creates content for the app to show. */
  furnish?: (device: DeviceDriver) => unknown;
}
