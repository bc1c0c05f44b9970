import { expect, test } from "vitest";
import { tableOf } from "./table.ts";

const COLUMNS = [
  { title: "A", value: (row: readonly unknown[]) => row[0] as string },
  { title: "B", value: (row: readonly unknown[]) => row[1] as string },
];

test("columns are as wide as what stands in them, wide letters too", () => {
  expect(
    tableOf(COLUMNS, [
      ["手机", "x"],
      ["ab", null],
    ]),
  ).toBe("A     B\n手机  x\nab    -\n");
});

test("what others have named can neither move the cursor nor break a line", () => {
  const [, ...rows] = tableOf(COLUMNS, [["\u001b[2Jgone\u001b]0;title\u0007", "two\nlines\r\u009b1A"]]).split("\n");
  expect(rows).toHaveLength(2);
  expect((rows[0] ?? "").split("").every((letter) => letter >= " " && letter <= "~")).toBe(true);
});
