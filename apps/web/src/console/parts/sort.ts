/** By which column a list is sorted. */
export interface Sort<Column extends string = string> {
  column: Column;
  isDescending: boolean;
}

/** The sort that an address names, "cpu" or "-cpu" for descending; undefined: as the server lists. */
export function parseSort<Column extends string>(
  columns: readonly Column[],
  text: string | null,
): Sort<Column> | undefined {
  const isDescending = text?.startsWith("-") ?? false;
  const named = isDescending ? text?.slice(1) : text;
  const column = columns.find((candidate) => candidate === named);
  return column && { column, isDescending };
}

/** As an address writes the sort that a click on a column's title leads to: ascending, descending, none. */
export function nextSort(sort: Sort | undefined, column: string): string | undefined {
  if (sort?.column !== column) return column;
  return sort.isDescending ? undefined : `-${column}`;
}
