import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import type { Egress } from "@terrarium/egress/egress";
import type { Clock } from "@terrarium/phone-system/clock";
import type { DeviceSettings, SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { Intent, NotificationContent } from "@terrarium/phone-system/system-ui";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { themes, type Colors } from "../theme.ts";
import type { App } from "./app.ts";
import type { ScreenMetrics, SystemState, SystemStore } from "./system-store.ts";

/** A key that reaches an app when no field is focused: a typed character, "enter" or "delete". */
export type AppKey = { character: string } | { name: "enter" | "delete" };

/** System services for the screens and apps. */
export interface SystemServices {
  readonly store: SystemStore;
  /** Start time of the system, as epoch ms. */
  readonly startedMs: number;
  readonly dataDir: string;
  readonly log: (message: string) => void;
  readonly settings: DeviceSettings;
  /** The device's files by their paths on the device, shared with the shell. */
  readonly files: DeviceFiles;
  readonly clipboard: Clipboard;
  /** The time of day. */
  readonly clock: Clock;
  /** Network access of apps. */
  readonly egress: Egress;
  /** The device's own sockets, reached through its loopback address. */
  readonly sockets: Pick<DeviceSockets, "connect">;
  readonly apps: readonly App[];
  /** Host files with the keys that are authorized to debug the device. */
  readonly authorizedKeyFiles: readonly string[];
  /** Brings a matching app to the front and passes it the intent; returns false if no app matches. */
  startActivity(intent: Intent): boolean;
  startApp(packageName: string): void;
  /** Stops an app; its unsaved data is lost. */
  stopApp(packageName: string): void;
  /** Stops an app and its work without a window, such as ringing, until the app is started again. */
  forceStopApp(packageName: string): void;
  /** Handles an app's error during rendering: stops the app and informs the user and the operator. */
  reportCrash(packageName: string, error: unknown): void;
  /** Stops an app and removes all its stored data. */
  clearAppData(packageName: string): Promise<void>;
  goHome(): void;
  /** Shows a short message near the bottom that disappears by itself. */
  readonly showToast: (text: string) => void;
  /** Saves a screenshot in /sdcard/Pictures/Screenshots and returns its path. */
  takeScreenshot(): Promise<string>;
  /** Opens a shell in a terminal, with the same shell as the debug bridge. */
  openShell(size: TerminalSize): TerminalSession;
  /** Returns the notification's id. */
  notify(notification: NotificationContent): string;
  cancelNotification(packageName: string, id: string): void;
  /** Types into the focused field. */
  type(text: string): void;
  pressKey(keyCode: number): void;
  hideKeyboard(): void;
  /** Runs a change not caused by a touch or key, such as a timer's, so that it is drawn at once. */
  readonly run: (change: () => void) => void;
  /** Calls `tick` at this interval with a viewer. Without one, calls it before each read of the screen. */
  everyMs(intervalMs: number, tick: () => void): () => void;
  /**
   * Adds a BACK handler. The last handler of the app in front handles the next BACK. Returns the function that removes
   * it.
   */
  addBackHandler(packageName: string, handler: () => void): () => void;
  addKeyHandler(packageName: string, handler: (key: AppKey) => void): () => void;
}

export const ServicesContext = createContext<SystemServices | undefined>(undefined);
/** Package of the window that contains the component. */
export const PackageContext = createContext("");

export function useServices(): SystemServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("rendered outside of the system");
  return services;
}

/** Returns a part of the system's state; renders again when that part changes. */
export function useSystem<Part>(select: (state: SystemState) => Part): Part {
  const { store } = useServices();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

export function useColors(): Colors {
  return themes[useSystem((state) => state.theme)];
}

/** Returns the screen's size; it changes with the rotation. */
export function useScreen(): ScreenMetrics {
  return useSystem((state) => state.screen);
}

/** Returns the app's latest intent, a new object for each intent; undefined if the app was only opened. */
export function useIntent(): Intent | undefined {
  const packageName = useContext(PackageContext);
  return useSystem((state) => state.intents[packageName]);
}

/** Sets the color of the system's bars over the page while it is shown. */
export function useForegroundOf(color: string): void {
  const { store } = useServices();
  const packageName = useContext(PackageContext);
  useLayoutEffect(() => {
    store.set({ foregrounds: { ...store.get().foregrounds, [packageName]: color } });
    return () => {
      const { [packageName]: _gone, ...left } = store.get().foregrounds;
      store.set({ foregrounds: left });
    };
  }, [color, packageName, store]);
}

/** Returns a setting's value; renders again when it changes. */
export function useSetting(namespace: SettingNamespace, key: string): string | undefined {
  const { settings } = useServices();
  useSystem((state) => state.settingsVersion);
  return settings.get(namespace, key);
}

/**
 * Returns a numeric setting within bounds. The fallback replaces a value that is not a number, since any script may
 * write the setting.
 */
export function useNumberSetting(
  namespace: SettingNamespace,
  key: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const { settings } = useServices();
  useSystem((state) => state.settingsVersion);
  return Math.max(min, Math.min(max, settings.number(namespace, key, fallback)));
}

/**
 * Returns the time, updated at the interval while the app is in front and the screen is on. Without an interval it
 * stays constant.
 */
export function useNow(intervalMs: number | undefined): number {
  const services = useServices();
  const packageName = useContext(PackageContext);
  const seen = useSystem((state) => state.front === packageName && state.awake);
  const [nowMs, setNowMs] = useState(() => services.clock.nowMs());
  useEffect(() => {
    if (!seen || intervalMs === undefined) return undefined;
    const tick = (): void => services.run(() => setNowMs(services.clock.nowMs()));
    tick();
    return services.everyMs(intervalMs, tick);
  }, [intervalMs, seen, services]);
  return nowMs;
}

/** Handles BACK with `handler`, if it is set, instead of leaving the app. */
export function useBack(handler: (() => void) | undefined): void {
  const services = useServices();
  const packageName = useContext(PackageContext);
  useEffect(
    () => (handler ? services.addBackHandler(packageName, handler) : undefined),
    [services, packageName, handler],
  );
}

/** Handles keys typed while no field is focused. */
export function useKeys(handler: (key: AppKey) => void): void {
  const services = useServices();
  const packageName = useContext(PackageContext);
  useEffect(() => services.addKeyHandler(packageName, handler), [services, packageName, handler]);
}
