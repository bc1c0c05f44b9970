import { expect, test } from "vitest";
import { parseRefresh, secondsLeft } from "./refresh-interval.ts";

test.each([
  [null, 21],
  ["10", 10],
  ["30", 30],
  ["off", "off"],
  ["11", 21],
] as const)("parses the address parameter %s", (text, expected) => {
  expect(parseRefresh(text)).toBe(expected);
});

test.each([
  [0, 21],
  [1_004, 20],
  [20_010, 1],
  [21_010, 0],
  [90_000, 0],
  [-5_000, 21],
])("%i ms after a load, %i seconds are left of 21", (sinceMs, expected) => {
  expect(secondsLeft(21, 100_000, 100_000 + sinceMs)).toBe(expected);
});
