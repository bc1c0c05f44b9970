const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const FULL = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** 09:41:07 in the browser's time zone. */
export const formatClock = (timeMs: number): string => CLOCK.format(timeMs);
/** Nov 21, 2026. Takes a time of the wire. */
export const formatDay = (time: string): string => DAY.format(new Date(time));
/** Nov 21, 2026, 09:41:07. Takes a time of the wire. */
export const formatFull = (time: string): string => FULL.format(new Date(time));

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "just now", "2 min ago", "3 h ago", "2 d ago". Takes a time of the wire. */
export function formatAgo(time: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(time);
  if (agoMs < 10 * SECOND_MS) return "just now";
  if (agoMs < MINUTE_MS) return `${Math.floor(agoMs / SECOND_MS)} s ago`;
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  return `${Math.floor(agoMs / DAY_MS)} d ago`;
}

const MOMENT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
/** Nov 21, 09:41:07: for what is never a year old. Takes a time of the wire. */
export const formatMoment = (time: string): string => MOMENT.format(new Date(time));

/** Nov 21, 2026; "-" without a time or for one that is none. */
export function formatDayOrDash(time: string | null | undefined): string {
  const timeMs = Date.parse(time ?? "");
  return Number.isNaN(timeMs) ? "-" : DAY.format(timeMs);
}
