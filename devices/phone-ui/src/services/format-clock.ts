import type { Locale } from "./language.ts";

// The status bar shows the time as soon as the screen starts. Intl would add six megabytes to every idle device for
// these few texts.
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const CHINESE_WEEKDAYS = "日一二三四五六";
const SHORT_LENGTH = 3;

/** Formats hours and minutes, such as 09:41. The 12-hour format has no AM or PM. */
export function formatTime(epochMs: number, twelveHours = false): string {
  const date = new Date(epochMs);
  const hours = twelveHours ? String(date.getHours() % 12 || 12) : String(date.getHours()).padStart(2, "0");
  return `${hours}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** Formats the day, such as Saturday 21 November or Sat 21 Nov. */
export function formatDate(epochMs: number, locale: Locale = "en", length: "long" | "short" = "long"): string {
  const date = new Date(epochMs);
  const [day, month] = [date.getDate(), date.getMonth()];
  if (locale === "zh") {
    const weekday = (length === "long" ? "星期" : "周") + CHINESE_WEEKDAYS.charAt(date.getDay());
    return `${month + 1}月${day}日${weekday}`;
  }
  const name = (names: readonly string[], index: number): string =>
    (names[index] ?? "").slice(0, length === "long" ? undefined : SHORT_LENGTH);
  return `${name(WEEKDAYS, date.getDay())} ${day} ${name(MONTHS, month)}`;
}
