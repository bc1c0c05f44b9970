import { expect, test } from "vitest";
import { niceTicks, tickDigits } from "../../ui/chart-scale.ts";
import { formatShortDollars } from "./format-money.ts";
import { formatShort } from "./format-short.ts";

const labels = (max: number, format = formatShort) => {
  const ticks = niceTicks(max, 4);
  return format(ticks, tickDigits(ticks)).join(" ");
};

test.each([
  [0.05, "0.00 0.02 0.04 0.06"],
  [3, "0 1 2 3"],
  [6_000, "0 2,000 4,000 6,000"],
  [20_000, "0 5K 10K 15K 20K"],
  [2_000_000, "0 500K 1.0M 1.5M 2.0M"],
  [3_000_000, "0 1M 2M 3M"],
])("an axis up to %d has the labels %s", (max, expected) => {
  expect(labels(max)).toBe(expected);
});

test("cents have two digits", () => {
  expect(labels(0.4, formatShortDollars)).toBe("$0.00 $0.10 $0.20 $0.30 $0.40");
  expect(labels(20_000, formatShortDollars)).toBe("$0 $5K $10K $15K $20K");
});
