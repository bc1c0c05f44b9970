import { expect, test } from "vitest";
import { clampTyped, parseAmount } from "./amount.ts";

test.each([
  ["12.5", "12.5", 12.5],
  ["-3", "0", 0],
  ["-0.01", "0", 0],
  ["0", "0", 0],
  ["", "", 0],
  ["1e400", "1e400", 0],
])("the typed amount %j is shown as %j and counts as %d", (typed, shown, dollars) => {
  expect(clampTyped(typed)).toBe(shown);
  expect(parseAmount(typed)).toBe(dollars);
});
