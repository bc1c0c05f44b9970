import { uiNode } from "@terrarium/ui-tree/create-node";
import { expect, test } from "vitest";
import { rowsOf } from "./table-rows.ts";

const cell = (text: string, left: number, top: number, children: ReturnType<typeof uiNode>[] = []) =>
  uiNode({ text, clickable: true, children, bounds: { left, top, right: left + 50, bottom: top + 20 } });

test("joins the cells of a row, and omits empty rows", () => {
  const header = { ...cell("Name", 0, 0), clickable: false };
  const letter = [cell("", 0, 20, [cell("", 0, 20), cell("letter.txt", 20, 20)]), cell("16 bytes", 50, 20)];
  const rows = rowsOf([header, ...letter, cell("", 0, 40)]);
  expect(
    rows.map(({ className, clickable, bounds, children }) => ({
      className,
      clickable,
      right: bounds.right,
      texts: children.map(({ text }) => text),
    })),
  ).toEqual([
    { className: "android.widget.TableRow", clickable: false, right: 50, texts: ["Name"] },
    { className: "android.widget.TableRow", clickable: true, right: 100, texts: ["letter.txt", "16 bytes"] },
  ]);
  expect(rows[1]?.children.every(({ clickable }) => !clickable)).toBe(true);
});
