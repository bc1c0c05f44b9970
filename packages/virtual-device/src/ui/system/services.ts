import { createContext, useContext, useEffect, useSyncExternalStore } from "react";
import { themes, type Colors } from "../theme.ts";
import type { SystemState, SystemStore } from "./system-store.ts";

/** A key that reached an app because no field has the focus: the character it types, or "enter", "delete", … */
export type AppKey = { character: string } | { name: "enter" | "delete" };

/** What the system does for its screens and apps. */
export interface SystemServices {
  readonly store: SystemStore;
  readonly widthDp: number;
  readonly heightDp: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly densityDpi: number;
  /** When the system started, as epoch ms. */
  readonly startedMs: number;
  readonly dataDir: string;
  readonly log: (message: string) => void;
  startApp(packageName: string): void;
  goHome(): void;
  setTheme(theme: SystemState["theme"]): void;
  /** Types into the focused field. */
  type(text: string): void;
  pressKey(keyCode: number): void;
  hideKeyboard(): void;
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
