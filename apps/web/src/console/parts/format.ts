import { perLanguage } from "../../language/language.ts";
import { t } from "../../language/text.ts";

const formatter = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((locale) => new Intl.DateTimeFormat(locale, options));

const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
const DATE = { month: "short", day: "numeric", year: "numeric" } as const;

const CLOCK = formatter(TIME);
const MONTH = formatter({ month: "long", year: "numeric", timeZone: "UTC" });
const DAY = formatter(DATE);
const UTC_DAY = formatter({ ...DATE, timeZone: "UTC" });
const FULL = formatter({ ...DATE, ...TIME });
const MOMENT = formatter({ month: "short", day: "numeric", ...TIME });

/** Formats as 09:41:07 in the browser's time zone. */
export const formatClock = (timeMs: number): string => CLOCK().format(timeMs);
/** Formats as November 2026 in UTC, the time zone of invoices. Takes a time of the API. */
export const formatMonth = (time: string): string => MONTH().format(new Date(time));
/** Formats as Nov 21, 2026 in UTC, as dates on invoices. Takes a time of the API. */
export const formatUtcDay = (time: string): string => UTC_DAY().format(new Date(time));
/** Formats as Nov 21, 2026. Takes a time of the API. */
export const formatDay = (time: string): string => DAY().format(new Date(time));
/** Formats as Nov 21, 2026, 09:41:07. Takes a time of the API. */
export const formatFull = (time: string): string => FULL().format(new Date(time));
/** Formats as Nov 21, 09:41:07, for times less than a year ago. Takes a time of the API. */
export const formatMoment = (time: string): string => MOMENT().format(new Date(time));

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats as "just now", "2 min ago", "3 h ago" or "2 d ago". Takes a time of the API. */
export function formatAgo(time: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(time);
  if (agoMs < 10 * SECOND_MS) return t("just now");
  if (agoMs < MINUTE_MS) return t("{count} s ago", { count: Math.floor(agoMs / SECOND_MS) });
  if (agoMs < HOUR_MS) return t("{count} min ago", { count: Math.floor(agoMs / MINUTE_MS) });
  if (agoMs < DAY_MS) return t("{count} h ago", { count: Math.floor(agoMs / HOUR_MS) });
  return t("{count} d ago", { count: Math.floor(agoMs / DAY_MS) });
}

/** Formats as Nov 21, 2026, or "-" for a missing or invalid time. */
export function formatDayOrDash(time: string | null | undefined): string {
  const timeMs = Date.parse(time ?? "");
  return Number.isNaN(timeMs) ? "-" : DAY().format(timeMs);
}
