import type { FlowBox, TableBox } from "./box.ts";
import { insets, leastHeight, type Fragment } from "./fragment.ts";
import type { LayoutEngine } from "./layout-engine.ts";
import { columnWidths, gridOf, type PlacedCell } from "./table-columns.ts";

/** Lays cells out in rows and columns, as wide as what is in them allows. */
export async function layOutTable(
  box: TableBox,
  width: number,
  containing: number,
  engine: LayoutEngine,
): Promise<Fragment> {
  const inset = insets(box.style, containing);
  const spacing = box.style.borderCollapse ? 0 : box.style.borderSpacing;
  const grid = gridOf(box);
  const room = Math.max(1, width - inset.left - inset.right - spacing * (grid.columnCount + 1));
  const columns = columnWidths(grid, engine.widths, room, box.style.width !== undefined);
  const lefts = offsets(columns, inset.left + spacing, spacing);
  const children: Fragment[] = [];
  let top = inset.top;
  if (box.caption) {
    const caption = await engine.layOut(box.caption, width, containing);
    children.push({ ...caption, x: 0, y: top });
    top += caption.height;
  }
  const cells: { placed: PlacedCell; fragment: Fragment }[] = [];
  for (const placed of grid.cells) {
    const { column, columns: span, cell } = placed;
    const right = (lefts[column + span] ?? 0) - spacing;
    cells.push({ placed, fragment: await engine.layOut(cell.box, Math.max(1, right - (lefts[column] ?? 0)), room) });
  }
  const heights = rowHeights(box, cells, spacing);
  const tops = offsets(heights, top + spacing, spacing);
  for (const [row, { style }] of box.rows.entries()) {
    // What the row has of its own lies behind its cells.
    if (style.background === undefined && !Object.values(style.border).some(({ visible }) => visible)) continue;
    const own: FlowBox = { kind: "flow", style, anchors: [], action: undefined, children: [], marker: undefined };
    const place = {
      x: inset.left,
      y: tops[row] ?? 0,
      width: width - inset.left - inset.right,
      height: heights[row] ?? 0,
    };
    children.push({ box: own, ...place, children: [], lines: [] });
  }
  for (const { placed, fragment } of cells) {
    const bottom = (tops[placed.row + placed.rows] ?? 0) - spacing;
    const y = tops[placed.row] ?? 0;
    const without = { top: placed.row > 0, left: placed.column > 0 };
    const cell = { ...aligned(fragment, bottom - y), x: lefts[placed.column] ?? 0, y };
    children.push(box.style.borderCollapse ? { ...cell, without } : cell);
  }
  return { box, x: 0, y: 0, width, height: (tops.at(-1) ?? top) + inset.bottom, children, lines: [] };
}

/** Where each begins, and at the end where another one would. */
function offsets(sizes: readonly number[], start: number, gap: number): number[] {
  const found = [start];
  for (const size of sizes) found.push((found.at(-1) ?? 0) + size + gap);
  return found;
}

/** As high as the highest cell; what reaches over several rows makes the last of them higher where it must. */
function rowHeights(
  table: TableBox,
  cells: readonly { placed: PlacedCell; fragment: Fragment }[],
  spacing: number,
): number[] {
  const heights = table.rows.map(({ style }) => leastHeight(style, 0));
  for (const { placed, fragment } of cells)
    if (placed.rows === 1) heights[placed.row] = Math.max(heights[placed.row] ?? 0, fragment.height);
  for (const { placed, fragment } of cells) {
    if (placed.rows === 1) continue;
    const own = heights.slice(placed.row, placed.row + placed.rows);
    const missing = fragment.height - own.reduce((sum, height) => sum + height, spacing * (placed.rows - 1));
    const last = placed.row + placed.rows - 1;
    if (missing > 0) heights[last] = (heights[last] ?? 0) + missing;
  }
  return heights;
}

/** A cell as high as its row, what is in it at the top, in the middle or at the bottom. */
function aligned(cell: Fragment, height: number): Fragment {
  const free = Math.max(0, height - cell.height);
  const { verticalAlign } = cell.box.style;
  const down = verticalAlign === "top" ? 0 : verticalAlign === "bottom" ? free : free / 2;
  return {
    ...cell,
    height,
    children: down === 0 ? cell.children : cell.children.map((child) => ({ ...child, y: child.y + down })),
  };
}
