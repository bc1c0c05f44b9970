/** Seconds between two automatic refreshes; "off": only by hand. */
export type RefreshInterval = 10 | 21 | 30 | "off";

export const REFRESH_SECONDS = [10, 21, 30] as const;
export const DEFAULT_REFRESH: RefreshInterval = 21;

/** The interval that an address names. */
export function parseRefresh(text: string | null): RefreshInterval {
  if (text === "off") return "off";
  return REFRESH_SECONDS.find((seconds) => String(seconds) === text) ?? DEFAULT_REFRESH;
}

/** One second of a countdown: what is left, and whether it is time to refresh; it then begins again. */
export function tick(secondsLeft: number, interval: number): { secondsLeft: number; isDue: boolean } {
  return secondsLeft > 1 ? { secondsLeft: secondsLeft - 1, isDue: false } : { secondsLeft: interval, isDue: true };
}
