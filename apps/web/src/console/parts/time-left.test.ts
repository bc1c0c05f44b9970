import { expect, test } from "vitest";
import { isSoon } from "../../viewer/parts/Countdown.tsx";
import { formatTimeLeft } from "./time-left.ts";

test.each([
  [0, "< 1 min", true],
  [59_999, "< 1 min", true],
  [299_999, "4 min", true],
  [300_000, "5 min", false],
  [3_599_999, "59 min", false],
  [3_840_000, "1 h 4 min", false],
])("formats %i ms as %s, ending soon: %s", (leftMs, words, soon) => {
  expect([formatTimeLeft(leftMs), isSoon(leftMs)]).toEqual([words, soon]);
});
