import type { Clock } from "@terrarium/phone-system/clock";
import type { DeviceSettings } from "@terrarium/phone-system/device-settings";
import type { Language } from "../services/language.ts";
import type { SystemState } from "../services/system-store.ts";
import { metricsOf, themeOf, wallpaperOf, type ScreenSize } from "./screen-control.ts";

export const MINUTE_MS = 60_000;

/** Returns the system's state after the start of the device: unlocked, at the home screen. */
export function initialState(
  settings: DeviceSettings,
  size: ScreenSize,
  clock: Clock,
  language: Language,
): SystemState {
  return {
    front: undefined,
    running: [],
    intents: {},
    foregrounds: {},
    searching: false,
    recents: false,
    lifting: false,
    closing: undefined,
    homeCount: 0,
    shade: "closed",
    keyboard: undefined,
    composing: "",
    awake: true,
    locked: false,
    theme: themeOf(settings, clock),
    highContrast: false,
    wallpaper: wallpaperOf(settings),
    language,
    screen: metricsOf(settings, size),
    notifications: [],
    notificationHistory: [],
    headsUp: undefined,
    toast: undefined,
    volumePanel: false,
    backGesture: undefined,
    pointers: [],
    pointerTrail: [],
    textSelection: undefined,
    settingsVersion: 0,
    minuteMs: currentMinute(clock),
  };
}

/** Returns the clock's current minute, as epoch ms. */
export function currentMinute(clock: Clock): number {
  const nowMs = clock.nowMs();
  return nowMs - (nowMs % MINUTE_MS);
}
