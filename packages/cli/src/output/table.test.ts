import { expect, test } from "vitest";
import { tableOf } from "./table.ts";

const COLUMNS = [
  { title: "A", value: (row: readonly unknown[]) => row[0] as string },
  { title: "B", value: (row: readonly unknown[]) => row[1] as string },
];

test("columns fit their content, including wide characters", () => {
  expect(
    tableOf(COLUMNS, [
      ["手机", "x"],
      ["ab", null],
    ]),
  ).toBe("A     B\n手机  x\nab    -\n");
});

test("names cannot move the cursor or break lines", () => {
  const [, ...rows] = tableOf(COLUMNS, [["\u001b[2Jgone\u001b]0;title\u0007", "two\nlines\r\u009b1A"]]).split("\n");
  expect(rows).toHaveLength(2);
  expect((rows[0] ?? "").split("").every((letter) => letter >= " " && letter <= "~")).toBe(true);
});
