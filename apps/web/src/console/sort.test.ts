import { expect, test } from "vitest";
import { nextSort, parseSort, sorted } from "./sort.ts";

interface Box {
  id: string;
  cpu: number;
}
const COLUMNS = { id: ({ id }: Box) => id, cpu: ({ cpu }: Box) => cpu };
const boxes: Box[] = [
  { id: "c", cpu: 2 },
  { id: "a10", cpu: 10 },
  { id: "a9", cpu: 2 },
];

test.each([
  ["cpu", ["c", "a9", "a10"]],
  ["-cpu", ["a10", "c", "a9"]],
  ["id", ["a9", "a10", "c"]],
  ["-id", ["c", "a10", "a9"]],
  [null, ["c", "a10", "a9"]],
  ["toString", ["c", "a10", "a9"]],
  ["-", ["c", "a10", "a9"]],
])("the address says %s", (text, expected) => {
  expect(sorted(COLUMNS, parseSort(COLUMNS, text), boxes).map(({ id }) => id)).toEqual(expected);
});

test("clicks on a title lead from ascending to descending to the server's order", () => {
  const click = (text: string | undefined) => nextSort(parseSort(COLUMNS, text ?? null), "cpu");
  expect([click(undefined), click("id"), click("cpu"), click("-cpu")]).toEqual(["cpu", "cpu", "-cpu", undefined]);
});
