// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { chooseLanguage } from "../../language/language.ts";
import { formatDayOrDash, formatMonth } from "./format.ts";

test("formats a month in UTC, in the current language", async () => {
  const begin = "2026-03-01T00:00:00.000Z";
  await chooseLanguage("en");
  expect(formatMonth(begin)).toBe("March 2026");
  onTestFinished(() => chooseLanguage("en"));
  await chooseLanguage("zh");
  expect(formatMonth(begin)).toBe("2026年3月");
});

test.each([undefined, null, "", "tomorrow"])("shows a dash instead of the day %j", (time) => {
  expect(formatDayOrDash(time)).toBe("-");
});

test("formats an invoice's day in UTC, as on the invoice, in any time zone", async () => {
  vi.stubEnv("TZ", "America/New_York");
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  // Imported late: its formatters keep the time zone of their creation.
  const { formatDay, formatUtcDay } = await import("./format.ts");
  const issued = "2026-11-01T00:05:00.000Z";
  expect(formatDay(issued)).toBe("Oct 31, 2026");
  expect(formatUtcDay(issued)).toBe("Nov 1, 2026");
});
