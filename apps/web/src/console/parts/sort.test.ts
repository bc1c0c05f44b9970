import { expect, test } from "vitest";
import { nextSort, parseSort } from "./sort.ts";

const COLUMNS = ["id", "cpu"];

test.each([
  ["cpu", { column: "cpu", isDescending: false }],
  ["-id", { column: "id", isDescending: true }],
  [null, undefined],
  ["toString", undefined],
  ["-", undefined],
])("parses the address parameter %s", (text, expected) => {
  expect(parseSort(COLUMNS, text)).toEqual(expected);
});

test("clicks on a title cycle through ascending, descending and the server's order", () => {
  const click = (text: string | undefined) => nextSort(parseSort(COLUMNS, text ?? null), "cpu");
  expect([click(undefined), click("id"), click("cpu"), click("-cpu")]).toEqual(["cpu", "cpu", "-cpu", undefined]);
});
