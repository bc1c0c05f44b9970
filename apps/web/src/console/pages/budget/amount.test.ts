import { expect, test } from "vitest";
import { amountError, clampTyped, parseAmount } from "./amount.ts";

test.each([
  ["12.5", "12.5", 12.5],
  ["-3", "0", 0],
  ["-0.01", "0", 0],
  ["0", "0", 0],
  ["", "", 0],
  ["1e400", "1e400", 0],
])("shows the typed amount %j as %j and reads it as %d", (typed, shown, dollars) => {
  expect(clampTyped(typed)).toBe(shown);
  expect(parseAmount(typed)).toBe(dollars);
});

test.each([
  ["0.07", undefined],
  ["999999.99", undefined],
  ["", undefined],
  ["12.345", "Enter at most two decimals"],
  ["0.004", "Enter at most two decimals"],
  ["1000000.01", "The maximum amount is $1,000,000"],
])("does not silently round the amount %j: %s", (typed, error) => {
  expect(amountError(typed)).toBe(error);
});
