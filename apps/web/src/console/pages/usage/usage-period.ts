import type { UsagePeriod } from "@terrarium/contract/usage";
import { perLanguage } from "../../../language/language.ts";
import { type Label } from "../../../language/text.ts";

// The server names days and months in the requested time zone. They are formatted in UTC, so that the names stay the
// same.
const format = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
const DAY = format({ month: "short", day: "numeric", year: "numeric" });
const MONTH = format({ month: "long", year: "numeric" });
const SHORT_MONTH = format({ month: "short" });
const WEEKDAY = format({ weekday: "short" });
const YEAR = format({ year: "numeric" });

export const PERIOD_NAMES: Record<UsagePeriod, Label> = { weekly: "Weekly", monthly: "Monthly", yearly: "Yearly" };

/** Returns the full name of a bucket: Nov 21, 2026, or November 2026. Takes the server's 2026-11-21 or 2026-11. */
export const bucketName = (label: string, period: UsagePeriod): string =>
  (period === "yearly" ? MONTH() : DAY()).format(new Date(label));

/** Returns a bucket's name on the axis: Sat, 21 or Nov. */
export function bucketLabel(label: string, period: UsagePeriod): string {
  const date = new Date(label);
  if (period === "weekly") return WEEKDAY().format(date);
  return period === "monthly" ? String(date.getUTCDate()) : SHORT_MONTH().format(date);
}

/** Returns the name of the period of the buckets: Nov 16 – 22, 2026, November 2026 or 2026. */
export function periodName(labels: readonly string[], period: UsagePeriod): string {
  const first = labels[0];
  const last = labels.at(-1);
  if (first === undefined || last === undefined) return "";
  if (period === "weekly") return DAY().formatRange(new Date(first), new Date(last));
  return (period === "monthly" ? MONTH() : YEAR()).format(new Date(first));
}

const DAYS_PER_WEEK = 7;

/** Returns the start of a time's period, moved by `by` periods, in the browser's time zone. Weeks start on Mondays. */
export function periodStart(timeMs: number, period: UsagePeriod, by = 0): Date {
  const time = new Date(timeMs);
  const year = time.getFullYear();
  if (period === "yearly") return new Date(year + by, 0);
  if (period === "monthly") return new Date(year, time.getMonth() + by);
  const daysSinceMonday = (time.getDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return new Date(year, time.getMonth(), time.getDate() - daysSinceMonday + by * DAYS_PER_WEEK);
}
