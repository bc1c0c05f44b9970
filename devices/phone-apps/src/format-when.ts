import { textsOf, type Language } from "@terrarium/phone-ui/services/language";
import { SHARED_STRINGS } from "./strings.ts";

const DAY_MS = 86_400_000;

/** Formats a past time as briefly as it stays clear: the time for today, then the day, then the date. */
export function formatWhen(epochMs: number, nowMs: number, language: Language): string {
  const date = new Date(epochMs);
  const now = new Date(nowMs);
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language.locale, options).format(date);
  if (days <= 0) return format({ hour: "2-digit", minute: "2-digit" });
  if (days === 1) return textsOf(language, SHARED_STRINGS).yesterday;
  const sameYear = date.getFullYear() === now.getFullYear();
  return format({ day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** Formats day and time in full, for detail views. */
export function formatMoment(epochMs: number, language: Language): string {
  return new Intl.DateTimeFormat(language.locale, { dateStyle: "long", timeStyle: "medium" }).format(epochMs);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
