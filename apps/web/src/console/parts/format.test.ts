// @vitest-environment happy-dom
import { expect, onTestFinished, test } from "vitest";
import { chooseLanguage } from "../../language/language.ts";
import { formatMonth } from "./format.ts";

test("a month is that of UTC, in the language that is shown", async () => {
  const begin = "2026-03-01T00:00:00.000Z";
  await chooseLanguage("en");
  expect(formatMonth(begin)).toBe("March 2026");
  onTestFinished(() => chooseLanguage("en"));
  await chooseLanguage("zh");
  expect(formatMonth(begin)).toBe("2026年3月");
});
