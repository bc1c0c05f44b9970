/** Column and direction of a list's sort order. */
export interface Sort<Column extends string = string> {
  column: Column;
  isDescending: boolean;
}

/** Parses the sort order of an address: "cpu", or "-cpu" for descending. Undefined means the server's order. */
export function parseSort<Column extends string>(
  columns: readonly Column[],
  text: string | null,
): Sort<Column> | undefined {
  const isDescending = text?.startsWith("-") ?? false;
  const named = isDescending ? text?.slice(1) : text;
  const column = columns.find((candidate) => candidate === named);
  return column && { column, isDescending };
}

/** Returns the address value of the next sort order after a click on a column's title: ascending, descending, none. */
export function nextSort(sort: Sort | undefined, column: string): string | undefined {
  if (sort?.column !== column) return column;
  return sort.isDescending ? undefined : `-${column}`;
}
