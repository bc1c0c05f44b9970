import type { Language } from "@terrarium/phone-ui/services/language";

const DAY_MS = 86_400_000;

/** Formats a day as people name it: today, yesterday, a weekday of the last week, or a date. */
export function formatDay(
  epochMs: number,
  nowMs: number,
  language: Language,
  words: { today: string; yesterday: string },
): string {
  const days = Math.round((startOfDay(nowMs) - startOfDay(epochMs)) / DAY_MS);
  if (days <= 0) return words.today;
  if (days === 1) return words.yesterday;
  if (days < 7) return new Intl.DateTimeFormat(language.locale, { weekday: "long" }).format(epochMs);
  const sameYear = new Date(epochMs).getFullYear() === new Date(nowMs).getFullYear();
  const dayAndMonth = { day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat(language.locale, sameYear ? dayAndMonth : { ...dayAndMonth, year: "numeric" }).format(
    epochMs,
  );
}

/** Returns midnight of that day in the device's time zone. */
export function startOfDay(epochMs: number): number {
  const date = new Date(epochMs);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
