import type { Locale } from "./strings.ts";

/** Formatters are large and slow to make. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat(tag, options);
    formatters.set(key, known);
  }
  return known;
}

/** Hours and minutes, such as 09:41; with twelve hours without AM or PM, as on a clock. */
export function formatTime(epochMs: number, twelveHours = false): string {
  const options = { hour: twelveHours ? "numeric" : "2-digit", minute: "2-digit", hour12: twelveHours } as const;
  return formatter(twelveHours ? "en-US" : "en-GB", options)
    .format(epochMs)
    .replace(/\s?[AP]M$/i, "");
}

export function formatDate(epochMs: number, locale: Locale = "en", length: "long" | "short" = "long"): string {
  const options = { weekday: length, day: "numeric", month: length } as const;
  return formatter(locale === "zh" ? "zh-CN" : "en-GB", options).format(epochMs);
}
