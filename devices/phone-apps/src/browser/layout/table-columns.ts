import type { TableBox, TableCell } from "./box.ts";
import { givenWidth } from "./fragment.ts";
import type { IntrinsicWidths } from "./intrinsic.ts";

/** A cell and where it stands in the table's grid. */
export interface PlacedCell {
  cell: TableCell;
  row: number;
  column: number;
  columns: number;
  rows: number;
}

export interface TableGrid {
  cells: readonly PlacedCell[];
  columnCount: number;
}

const columnsMax = 60;
/** No column is made narrower than this to fit the screen. */
const narrowest = 16;

/** Gives each cell its place: cells of rows above may reach down into a row. */
export function gridOf(table: TableBox): TableGrid {
  const cells: PlacedCell[] = [];
  /** For each column, up to which row it is taken. */
  const taken: number[] = [];
  let columnCount = 0;
  for (const [row, { cells: own }] of table.rows.entries()) {
    let column = 0;
    for (const cell of own) {
      while ((taken[column] ?? 0) > row) column++;
      if (column >= columnsMax) break;
      const columns = Math.min(cell.columns, columnsMax - column);
      const rows = Math.min(cell.rows, table.rows.length - row);
      cells.push({ cell, row, column, columns, rows });
      for (let at = column; at < column + columns; at++) taken[at] = row + rows;
      column += columns;
    }
    columnCount = Math.max(columnCount, column);
  }
  return { cells, columnCount };
}

/** How wide each column is with all lines broken, with none broken, and as the page says. */
export interface ColumnLimits {
  least: number[];
  most: number[];
  fixed: (number | undefined)[];
}

export function columnLimits(grid: TableGrid, widths: IntrinsicWidths, available: number): ColumnLimits {
  const least = Array.from({ length: grid.columnCount }, () => narrowest);
  const most = Array.from({ length: grid.columnCount }, () => narrowest);
  const fixed: (number | undefined)[] = Array.from({ length: grid.columnCount }, () => undefined);
  for (const { cell, column, columns } of grid.cells) {
    const own = widths.of(cell.box);
    const given = givenWidth(cell.box.style, available);
    if (columns === 1 && given !== undefined) fixed[column] = Math.max(fixed[column] ?? 0, given);
    for (let at = column; at < column + columns; at++) {
      least[at] = Math.max(least[at] ?? 0, own.least / columns);
      most[at] = Math.max(most[at] ?? 0, own.most / columns);
    }
  }
  for (const [at, width] of fixed.entries()) if (width !== undefined) most[at] = Math.max(least[at] ?? 0, width);
  return { least, most, fixed };
}

/** The columns' widths, `available` wide together at most, or exactly where the table's width is given. */
export function columnWidths(grid: TableGrid, widths: IntrinsicWidths, available: number, exact: boolean): number[] {
  const { least, most, fixed } = columnLimits(grid, widths, available);
  return distributed(least, most, fixed, available, exact);
}

function distributed(
  least: readonly number[],
  most: readonly number[],
  fixed: readonly (number | undefined)[],
  available: number,
  exact: boolean,
): number[] {
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const [leastSum, mostSum] = [sum(least), sum(most)];
  if (mostSum <= available + 0.01) {
    if (!exact || mostSum === 0) return [...most];
    // What is left goes to the columns that say nothing about their width.
    const free = most.filter((_, at) => fixed[at] === undefined);
    const grows = sum(free) > 0 ? (at: number) => fixed[at] === undefined : () => true;
    const part = (available - mostSum) / sum(most.filter((_, at) => grows(at)));
    return most.map((width, at) => (grows(at) ? width * (1 + part) : width));
  }
  if (leastSum >= available) return least.map((width) => (width * available) / leastSum);
  const part = (available - leastSum) / (mostSum - leastSum);
  return least.map((width, at) => width + ((most[at] ?? width) - width) * part);
}
