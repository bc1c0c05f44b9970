import type { Locale } from "@terrarium/phone-ui/services/language";

const DAY_MS = 86_400_000;
export const INTL_LOCALES: Readonly<Record<Locale, string>> = { en: "en-GB", zh: "zh-CN" };
const YESTERDAY: Readonly<Record<Locale, string>> = { en: "Yesterday", zh: "昨天" };

/** Formats a past time as briefly as it stays clear: the time for today, then the day, then the date. */
export function formatWhen(epochMs: number, nowMs: number, locale: Locale = "en"): string {
  const date = new Date(epochMs);
  const now = new Date(nowMs);
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(INTL_LOCALES[locale], options).format(date);
  if (days <= 0) return format({ hour: "2-digit", minute: "2-digit" });
  if (days === 1) return YESTERDAY[locale];
  const sameYear = date.getFullYear() === now.getFullYear();
  return format({ day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** Formats day and time in full, for detail views. */
export function formatMoment(epochMs: number, locale: Locale): string {
  return new Intl.DateTimeFormat(INTL_LOCALES[locale], { dateStyle: "long", timeStyle: "medium" }).format(epochMs);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
