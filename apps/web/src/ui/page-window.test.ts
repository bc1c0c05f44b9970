import { expect, test } from "vitest";
import { pageWindow } from "./page-window.ts";

test.each([
  [1, 1, [1]],
  [1, 0, [1]],
  [1, 2, [1, 2]],
  [1, 5, [1, 2, "gap", 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [7, 24, [1, "gap", 6, 7, 8, "gap", 24]],
  [24, 24, [1, "gap", 23, 24]],
  [99, 4, [1, "gap", 3, 4]],
  [-3, 4, [1, 2, "gap", 4]],
] as const)("page %i of %i", (current, pageCount, expected) => {
  expect(pageWindow(current, pageCount)).toEqual(expected);
});
