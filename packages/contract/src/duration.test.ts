import { expect, test } from "vitest";
import { DurationMs } from "./duration.ts";
import { parseDurationMs } from "./parse-duration.ts";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["5m", 300_000],
  ["24h", 86_400_000],
])("accepts the duration %s", (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms);
  expect(DurationMs.parse(text)).toBe(ms);
});

test.each(["", "5", "m", "5 m", "-5m", "1.5h", "5d", "1234567890s"])("rejects the duration %j", (text) => {
  expect(() => parseDurationMs(text)).toThrow(RangeError);
  expect(DurationMs.safeParse(text).success).toBe(false);
});
