import { useScreen, useSetting } from "./services.ts";

/** Height of the status bar, in dp. */
export const STATUS_BAR_HEIGHT = 32;
/** Height of the gesture pill's area at the bottom, in dp; apps also draw beneath it. */
export const NAVIGATION_HEIGHT = 24;
/** Height of the three-button bar below the apps, in dp. */
export const BUTTON_BAR_HEIGHT = 48;

export function useButtonNavigation(): boolean {
  return useSetting("secure", "navigation_mode") === "0";
}

/**
 * Returns the usable height for apps, in dp. The three-button bar reduces it by the bar's extra height over the pill.
 */
export function useUsableHeight(): number {
  const { heightDp } = useScreen();
  return useButtonNavigation() ? heightDp - (BUTTON_BAR_HEIGHT - NAVIGATION_HEIGHT) : heightDp;
}
