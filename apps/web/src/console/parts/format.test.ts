// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { chooseLanguage } from "../../language/language.ts";
import { formatDayOrDash, formatMonth } from "./format.ts";

test("a month is that of UTC, in the language that is shown", async () => {
  const begin = "2026-03-01T00:00:00.000Z";
  await chooseLanguage("en");
  expect(formatMonth(begin)).toBe("March 2026");
  onTestFinished(() => chooseLanguage("en"));
  await chooseLanguage("zh");
  expect(formatMonth(begin)).toBe("2026年3月");
});

test.each([undefined, null, "", "tomorrow"])("instead of the day %j there is a dash", (time) => {
  expect(formatDayOrDash(time)).toBe("-");
});

test("the day of an invoice is that of UTC, as the invoice itself has it, wherever the browser is", async () => {
  vi.stubEnv("TZ", "America/New_York");
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  // Its formatters are kept, in the time zone that they were made in.
  const { formatDay, formatUtcDay } = await import("./format.ts");
  const issued = "2026-11-01T00:05:00.000Z";
  expect(formatDay(issued)).toBe("Oct 31, 2026");
  expect(formatUtcDay(issued)).toBe("Nov 1, 2026");
});
