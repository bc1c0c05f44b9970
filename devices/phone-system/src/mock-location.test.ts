import { expect, test } from "vitest";
import { formatFix, parseFix, testProvidersIn } from "./mock-location.ts";

test("a formatted position is parsed again", () => {
  const fix = {
    provider: "gps",
    latitude: -33.86,
    longitude: 151.2,
    accuracyM: 100,
    timeMs: 1_700_000_000_000,
  } as const;
  expect(parseFix(formatFix(fix))).toEqual(fix);
});

test.each([
  undefined,
  "",
  "gps",
  "gps 91 0 1 1",
  "gps 0 181 1 1",
  "gps x 0 1 1",
  "gps 0 0 -1 1",
  "gps 0 0 1 9e15",
  "moon 0 0 1 1",
])("rejects the position %j", (value) => expect(parseFix(value)).toBeUndefined());

test("ignores unknown providers", () => {
  expect(testProvidersIn("gps,moon,network")).toEqual(["network", "gps"]);
  expect(testProvidersIn(undefined)).toEqual([]);
});
