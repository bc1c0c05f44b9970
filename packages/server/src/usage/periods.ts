import type { UsagePeriod } from "@terrarium/contract/usage";

/** A time span in epoch milliseconds; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

export interface LabelledSpan extends Span {
  /** 2026-11-21, or 2026-11 for a month. */
  label: string;
}

const HOUR_MS = 3_600_000;
/** Range to search around UTC midnight. Offsets are at most 14 hours; a zone that crosses the date line adds more. */
const SEARCH_RANGE_MS = 26 * HOUR_MS;
const MONDAY = 1;

/**
 * Returns the days of the week (from Monday) or month, or the months of the year, that contains `at` in the time zone.
 * They have no gaps or overlaps, whatever clock changes. A day that the zone skipped is empty.
 */
export function bucketsOf(period: UsagePeriod, timeZone: string, at: number): LabelledSpan[] {
  const localDate = createLocalDate(timeZone);
  const [year = 0, month = 0, day = 0] = localDate(at).split("-").map(Number);
  // Computes local dates in UTC, a calendar without clock changes.
  const starts = {
    weekly: () => {
      const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() - MONDAY + 7) % 7;
      return Array.from({ length: 8 }, (_, i) => Date.UTC(year, month - 1, day - sinceMonday + i));
    },
    monthly: () => {
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      return Array.from({ length: days + 1 }, (_, i) => Date.UTC(year, month - 1, 1 + i));
    },
    yearly: () => Array.from({ length: 13 }, (_, i) => Date.UTC(year, i, 1)),
  }[period]();
  const bounds = starts.map((date) => startOfLocalDate(localDate, date));
  const labelChars = period === "yearly" ? 7 : 10;
  return bounds.slice(1).map((to, i) => ({
    label: isoDate(starts[i] ?? 0).slice(0, labelChars),
    from: bounds[i] ?? to,
    to,
  }));
}

/** Returns the calendar month in UTC that contains `at`: the period of budgets and invoices. */
export function utcMonth(at: number): LabelledSpan {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { label: isoDate(at).slice(0, 7), from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}

const isoDate = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

/** Returns a function that formats a time's date in a zone as 2026-11-21. */
function createLocalDate(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-CA-u-ca-iso8601-nu-latn", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.year}-${parts.month}-${parts.day}`;
  };
}

/**
 * Returns the first time of a local date (given as its midnight in UTC), or of the next one if the zone skipped it.
 * Searches instead of using an offset: midnight may not exist on a day with a clock change.
 */
function startOfLocalDate(localDate: (at: number) => string, date: number): number {
  const target = isoDate(date);
  let before = date - SEARCH_RANGE_MS;
  let from = date + SEARCH_RANGE_MS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (localDate(middle) >= target) from = middle;
    else before = middle;
  }
  return from;
}

/** Returns the months in UTC that are over at `now`, from the one that contains `since`. */
export function finishedMonths(since: number, now: number): LabelledSpan[] {
  const months: LabelledSpan[] = [];
  for (let month = utcMonth(since); month.to <= now; month = utcMonth(month.to)) months.push(month);
  return months;
}
