import { expect, test } from "vitest";
import { formatDollars } from "./notices.ts";

test.each([
  [12_300_000, "12.30"],
  [4_300, "0.0043"],
  [20_000, "0.02"],
  [0, "0.00"],
])("formats %i millionths of a dollar as the console does", (microDollars, text) => {
  expect(formatDollars(microDollars)).toBe(text);
});
