/** Seconds between two automatic refreshes; "off": only by hand. */
export type RefreshInterval = 10 | 21 | 30 | "off";

export const REFRESH_SECONDS = [10, 21, 30] as const;
export const DEFAULT_REFRESH: RefreshInterval = 21;

/** The interval that an address names. */
export function parseRefresh(text: string | null): RefreshInterval {
  if (text === "off") return "off";
  return REFRESH_SECONDS.find((seconds) => String(seconds) === text) ?? DEFAULT_REFRESH;
}

/** Whole seconds until a list that was loaded at a time (0: never yet) is to be loaded again; 0: now. */
export function secondsLeft(intervalSeconds: number, loadedAtMs: number, nowMs: number): number {
  if (loadedAtMs === 0) return intervalSeconds;
  const left = Math.round(intervalSeconds - (nowMs - loadedAtMs) / 1_000);
  return Math.min(Math.max(left, 0), intervalSeconds);
}
