import { useSyncExternalStore } from "react";

export const THEME_CHOICES = ["light", "dark", "system"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export type Theme = "light" | "dark";

/** public/first-paint.js reads the same key before the first paint. */
const STORAGE_KEY = "theme";
const systemIsLight = window.matchMedia("(prefers-color-scheme: light)");
const listeners = new Set<() => void>();

/** Returns the user's choice, or "system". */
function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? "system";
}

/** Returns the current theme: the choice, or the system's preference. */
function currentTheme(): Theme {
  const choice = themeChoice();
  if (choice !== "system") return choice;
  return systemIsLight.matches ? "light" : "dark";
}

function apply(): void {
  document.documentElement.className = currentTheme();
  for (const listener of listeners) listener();
}

/** Shows and stores a theme. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(STORAGE_KEY, choice);
  apply();
}

/** Follows changes of the system and of other tabs. Call it once per page. */
export function followTheme(): void {
  systemIsLight.addEventListener("change", apply);
  window.addEventListener("storage", (event) => {
    if (event.key === STORAGE_KEY) apply();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice);
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
