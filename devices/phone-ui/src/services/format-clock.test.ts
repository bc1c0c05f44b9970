import { expect, test } from "vitest";
import { formatDate, formatTime } from "./format-clock.ts";

const DAY_MS = 24 * 60 * 60_000;
const newYear = new Date(2026, 0, 1, 12).getTime();
const days = Array.from({ length: 365 }, (_, index) => newYear + index * DAY_MS);

test.each([
  ["en", "en-GB", "long"],
  ["en", "en-GB", "short"],
  ["zh", "zh-CN", "long"],
  ["zh", "zh-CN", "short"],
] as const)("formats the days of a year in %s (%s, %s) like Intl", (locale, tag, length) => {
  const intl = new Intl.DateTimeFormat(tag, { weekday: length, day: "numeric", month: length });
  // Only British English shortens September to four letters.
  expect(days.map((day) => formatDate(day, locale, length))).toEqual(
    days.map((day) => intl.format(day).replace(/ Sept$/, " Sep")),
  );
});

test("formats the minutes of a day with 24 and 12 hours", () => {
  const midnight = new Date(2026, 10, 21).getTime();
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => midnight + minute * 60_000);
  const long = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hour12: false });
  const short = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", hour12: true });
  expect(minutes.map((at) => formatTime(at))).toEqual(minutes.map((at) => long.format(at)));
  expect(minutes.map((at) => formatTime(at, true))).toEqual(
    minutes.map((at) => short.format(at).replace(/\s[AP]M$/, "")),
  );
});
