import { useScreen, useSetting } from "./services.ts";

/** What the system's bars take of the screen, in dp. */
export const statusBarHeight = 32;
/** What the pill of the gestures takes at the bottom; content goes on below it. */
export const navigationHeight = 24;
/** The bar with three buttons takes this much below the apps. */
export const buttonBarHeight = 48;

export function useButtonNavigation(): boolean {
  return useSetting("secure", "navigation_mode") === "0";
}

/** The screen's height less what the bar with buttons takes from an app beyond the pill, in dp. */
export function useUsableHeight(): number {
  const { heightDp } = useScreen();
  return useButtonNavigation() ? heightDp - (buttonBarHeight - navigationHeight) : heightDp;
}
