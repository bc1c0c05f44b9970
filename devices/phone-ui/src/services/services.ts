import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Colors } from "../theme.ts";
import type { AppKey, SystemServices } from "./app.ts";
import type { ScreenMetrics, SystemState } from "./system-store.ts";
import { colorsOf } from "./wallpapers/wallpapers.ts";

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

/** Returns the colors of the theme, derived from the wallpaper. */
export function useColors(): Colors {
  return useSystem(({ wallpaper, theme, highContrast }) => colorsOf(wallpaper, theme, highContrast));
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
