/** Seconds between automatic refreshes; "off" for manual refresh only. */
export type RefreshInterval = 10 | 21 | 30 | "off";

export const REFRESH_SECONDS = [10, 21, 30] as const;
export const DEFAULT_REFRESH: RefreshInterval = 21;

/** Parses the interval in an address. */
export function parseRefresh(text: string | null): RefreshInterval {
  if (text === "off") return "off";
  return REFRESH_SECONDS.find((seconds) => String(seconds) === text) ?? DEFAULT_REFRESH;
}

/** Returns whole seconds until the next load. 0 means now. A `loadedAtMs` of 0 means never loaded. */
export function secondsLeft(intervalSeconds: number, loadedAtMs: number, nowMs: number): number {
  if (loadedAtMs === 0) return intervalSeconds;
  const left = Math.round(intervalSeconds - (nowMs - loadedAtMs) / 1_000);
  return Math.min(Math.max(left, 0), intervalSeconds);
}
