import type { Bounds } from "@terrarium/ui-tree/bounds";
import { uiNode } from "@terrarium/ui-tree/create-node";
import type { UiNode } from "@terrarium/ui-tree/ui-node";

const ROW_CLASS = "android.widget.TableRow";

/**
 * Returns a table's cells as one node per row: a program lists the cells of all rows after each other, or the cells of
 * each row inside a cell. Rows without a text are omitted. Column headers are a row that cannot be
 * tapped.
 */
export function rowsOf(cells: readonly UiNode[]): UiNode[] {
  const rows: UiNode[][] = [];
  for (const cell of cells) {
    const last = rows.at(-1)?.[0];
    if (last && last.bounds.top === cell.bounds.top && last.bounds.bottom === cell.bounds.bottom)
      rows.at(-1)?.push(cell);
    else rows.push([cell]);
  }
  return rows.flatMap((row) => rowOf(row));
}

function rowOf(cells: readonly UiNode[]): UiNode[] {
  const named = cells.flatMap((cell) => namedIn(cell));
  const [first] = cells;
  if (!first || named.length === 0) return [];
  const { packageName, enabled, clickable } = first;
  const row = { className: ROW_CLASS, packageName, enabled, clickable, focusable: clickable };
  return [
    uiNode({
      ...row,
      selected: cells.some(({ selected }) => selected),
      bounds: cells.map(({ bounds }) => bounds).reduce(around),
      // A tap on a row's cell is a tap on the row.
      children: named.map((cell) => ({ ...cell, clickable: cell.checkable, selected: false })),
    }),
  ];
}

/** Returns the cells with a text or a control of their own. */
const namedIn = (cell: UiNode): UiNode[] =>
  cell.text !== "" || cell.checkable ? [{ ...cell, children: [] }] : cell.children.flatMap((child) => namedIn(child));

const around = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
