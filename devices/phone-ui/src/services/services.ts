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

/** A key that reached an app because no field has the focus: the character it types, or "enter", "delete", … */
export type AppKey = { character: string } | { name: "enter" | "delete" };

/** What the system does for its screens and apps. */
export interface SystemServices {
  readonly store: SystemStore;
  /** When the system started, as epoch ms. */
  readonly startedMs: number;
  readonly dataDir: string;
  readonly log: (message: string) => void;
  readonly settings: DeviceSettings;
  /** The device's files, the same as the shell's, by their paths on the device. */
  readonly files: DeviceFiles;
  readonly clipboard: Clipboard;
  /** The time of day. */
  readonly clock: Clock;
  /** How far apps may reach into the network. */
  readonly egress: Egress;
  /** The device's own sockets, where its loopback leads. */
  readonly sockets: Pick<DeviceSockets, "connect">;
  readonly apps: readonly App[];
  /** Host files of the keys that may debug the device. */
  readonly authorizedKeyFiles: readonly string[];
  /** Brings the app that takes the intent to the front and hands it the intent; false if none takes it. */
  startActivity(intent: Intent): boolean;
  startApp(packageName: string): void;
  /** Ends an app; what it has not saved is gone. */
  stopApp(packageName: string): void;
  /** Ends an app and all that it does without a window, such as ringing, until it is started again. */
  forceStopApp(packageName: string): void;
  /** An app threw while it was drawn: it is ended, and whoever uses and runs the device hears of it. */
  reportCrash(packageName: string, error: unknown): void;
  /** Ends an app and removes all that it keeps. */
  clearAppData(packageName: string): Promise<void>;
  goHome(): void;
  /** A short message near the bottom that goes by itself. */
  readonly showToast: (text: string) => void;
  /** Keeps a picture of the screen in /sdcard/Pictures/Screenshots and answers with its path. */
  takeScreenshot(): Promise<string>;
  /** A shell at a terminal, the same as over the debug bridge. */
  openShell(size: TerminalSize): TerminalSession;
  /** Answers with the notification's id. */
  notify(notification: NotificationContent): string;
  cancelNotification(packageName: string, id: string): void;
  /** Types into the focused field. */
  type(text: string): void;
  pressKey(keyCode: number): void;
  hideKeyboard(): void;
  /** Runs a change that no touch or key caused, such as one that a timer brings, so that it is drawn at once. */
  readonly run: (change: () => void) => void;
  /** Calls `tick` at this interval while somebody watches, and before each look at the screen by one who does not. */
  everyMs(intervalMs: number, tick: () => void): () => void;
  /** The last handler of the app in front takes the next BACK. Returns the function that removes it. */
  addBackHandler(packageName: string, handler: () => void): () => void;
  addKeyHandler(packageName: string, handler: (key: AppKey) => void): () => void;
}

export const ServicesContext = createContext<SystemServices | undefined>(undefined);
/** The package whose window the component is in. */
export const PackageContext = createContext("");

export function useServices(): SystemServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error("rendered outside of the system");
  return services;
}

/** A part of the system's state; renders again when that part changes. */
export function useSystem<Part>(select: (state: SystemState) => Part): Part {
  const { store } = useServices();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

export function useColors(): Colors {
  return themes[useSystem((state) => state.theme)];
}

/** The screen's size, which changes when the device is turned. */
export function useScreen(): ScreenMetrics {
  return useSystem((state) => state.screen);
}

/** What the app was last asked to do; a new object each time it is asked, undefined if it was only opened. */
export function useIntent(): Intent | undefined {
  const packageName = useContext(PackageContext);
  return useSystem((state) => state.intents[packageName]);
}

/** While the page shows, the system's bars over it have this colour. */
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

/** A setting's value; renders again when it changes. */
export function useSetting(namespace: SettingNamespace, key: string): string | undefined {
  const { settings } = useServices();
  useSystem((state) => state.settingsVersion);
  return settings.get(namespace, key);
}

/** A setting that is a number, kept within bounds; the fallback stands in for what is none. Any script may put anything. */
export function useNumberSetting(
  namespace: SettingNamespace,
  key: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const { settings } = useServices();
  useSystem((state) => state.settingsVersion);
  return Math.max(min, Math.min(max, settings.number(namespace, key, fallback)));
}

/** The time, told anew at the interval while the app is in front and somebody sees it; without one it stands still. */
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

/** While `handler` is given, BACK calls it instead of leaving the app. */
export function useBack(handler: (() => void) | undefined): void {
  const services = useServices();
  const packageName = useContext(PackageContext);
  useEffect(
    () => (handler ? services.addBackHandler(packageName, handler) : undefined),
    [services, packageName, handler],
  );
}

/** Keys typed while no field has the focus. */
export function useKeys(handler: (key: AppKey) => void): void {
  const services = useServices();
  const packageName = useContext(PackageContext);
  useEffect(() => services.addKeyHandler(packageName, handler), [services, packageName, handler]);
}
