import type { Clock } from "@terrarium/phone-system/clock";
import type { DeviceSettings } from "@terrarium/phone-system/device-settings";
import type { SystemState } from "../services/system-store.ts";
import { localeFrom, metricsOf, themeOf, type ScreenSize } from "./screen-control.ts";

export const MINUTE_MS = 60_000;

/** Returns the system's state after the start of the device: unlocked, at the home screen. */
export function initialState(settings: DeviceSettings, size: ScreenSize, clock: Clock): SystemState {
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
    awake: true,
    locked: false,
    theme: themeOf(settings),
    locale: localeFrom(settings),
    screen: metricsOf(settings, size),
    notifications: [],
    headsUp: undefined,
    toast: undefined,
    volumePanel: false,
    backGesture: undefined,
    pointers: [],
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
