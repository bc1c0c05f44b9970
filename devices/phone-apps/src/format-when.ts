import type { Locale } from "@terrarium/phone-ui/services/strings";

const dayMs = 86_400_000;
export const intlLocales: Readonly<Record<Locale, string>> = { en: "en-GB", zh: "zh-CN" };
const yesterday: Readonly<Record<Locale, string>> = { en: "Yesterday", zh: "昨天" };

/** When something happened, as short as it is clear: the time today, then the day, then the date. */
export function formatWhen(epochMs: number, nowMs: number, locale: Locale = "en"): string {
  const date = new Date(epochMs);
  const now = new Date(nowMs);
  const days = Math.round((startOfDay(now) - startOfDay(date)) / dayMs);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(intlLocales[locale], options).format(date);
  if (days <= 0) return format({ hour: "2-digit", minute: "2-digit" });
  if (days === 1) return yesterday[locale];
  const sameYear = date.getFullYear() === now.getFullYear();
  return format({ day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** Day and time in full, for details. */
export function formatMoment(epochMs: number, locale: Locale): string {
  return new Intl.DateTimeFormat(intlLocales[locale], { dateStyle: "long", timeStyle: "medium" }).format(epochMs);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
