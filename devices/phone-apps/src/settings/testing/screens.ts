import type { AppScreens } from "../../testing/app-screens.ts";

const ACTIONS = (
  "BLUETOOTH NOTIFICATION BATTERY_SAVER INTERNAL_STORAGE SOUND DISPLAY ACCESSIBILITY " +
  "SECURITY LOCATION_SOURCE LOCALE DEVICE_INFO APPLICATION_DEVELOPMENT"
).split(" ");

export const SCREENS: AppScreens = {
  taps: [[], ["Network & internet"], ["Network & internet", "Wi-Fi"], ["Apps"], ["Apps", "Notes"]],
  actions: ACTIONS.map((name) => `android.settings.${name}_SETTINGS`),
  furnish: (device) => device.ui.settings.put("secure", "location_mode", "3"),
};
