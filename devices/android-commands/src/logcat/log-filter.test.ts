import { expect, it } from "vitest";
import { parseLogFilter, passesLogFilter } from "./log-filter.ts";

/** Lists the passing entries among a W and a D entry with each of the tags A and B. */
function passing(...expressions: string[]): string {
  const filter = parseLogFilter(expressions);
  if (!filter) return "malformed";
  const entries = (["A", "B"] as const).flatMap((tag) => (["W", "D"] as const).map((priority) => ({ tag, priority })));
  return entries
    .filter(({ tag, priority }) => passesLogFilter(filter, tag, priority))
    .map(({ tag, priority }) => `${tag}:${priority}`)
    .join(" ");
}

it.each([
  [[], "A:W A:D B:W B:D"],
  [["*:S"], ""],
  [["A:I", "*:S"], "A:W"],
  [["A", "*:S"], "A:W A:D"],
  [["*:W"], "A:W B:W"],
  [["A:S"], "B:W B:D"],
  [["A:V B:e,*:s"], "A:W A:D"],
  [["A:5", "*:8"], "A:W"],
  [["A:W", "A:V"], "A:W A:D B:W B:D"],
  [["A:x"], "malformed"],
  [[":W"], "malformed"],
  [["A:WW"], "malformed"],
])("%j passes %j", (expressions, shown) => {
  expect(passing(...expressions)).toBe(shown);
});
