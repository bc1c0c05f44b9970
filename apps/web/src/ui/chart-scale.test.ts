import { expect, test } from "vitest";
import { labelStep, niceTicks, tickDigits } from "./chart-scale.ts";

test.each([
  [0, 4, 0, [0, 1]],
  [4, 4, 0, [0, 1, 2, 3, 4]],
  [7, 4, 0, [0, 2, 4, 6, 8]],
  [0.00031, 4, 0, [0, 0.0001, 0.0002, 0.0003, 0.0004]],
  [1, 4, 1, [0, 1]],
  [3, 4, 1, [0, 1, 2, 3]],
  [1234, 4, 0, [0, 500, 1000, 1500]],
])("up to %d in about %i steps of at least %d: %j", (max, count, leastStep, ticks) => {
  expect(niceTicks(max, count, leastStep)).toEqual(ticks);
});

test.each([
  [30, 900, 30, 1],
  [31, 300, 30, 4],
  [7, 0, 30, 210],
])("%i labels on %d px of %d px each: every %i", (points, width, label, step) => {
  expect(labelStep(points, width, label)).toBe(step);
});

test.each([
  [0.2, 2],
  [0.31, 1],
  [0.00031, 4],
  [7, 0],
  [1234, 0],
])("an axis up to %d shows each number with %i decimals", (max, digits) => {
  expect(tickDigits(niceTicks(max, 4))).toBe(digits);
});
