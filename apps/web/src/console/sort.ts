import { perLanguage } from "../language/language.ts";

/** By which column a list is sorted. */
export interface Sort {
  column: string;
  isDescending: boolean;
}

/** What each column that can be sorted by compares; the names stand in addresses. */
export type SortColumns<Item> = Readonly<Record<string, (item: Item) => string | number>>;

const TEXT = perLanguage((locale) => new Intl.Collator(locale, { numeric: true }));

/** The sort that an address names, "cpu" or "-cpu" for descending; undefined: as the server lists. */
export function parseSort<Item>(columns: SortColumns<Item>, text: string | null): Sort | undefined {
  const isDescending = text?.startsWith("-") ?? false;
  const column = isDescending ? text?.slice(1) : text;
  return column !== undefined && column !== null && Object.hasOwn(columns, column)
    ? { column, isDescending }
    : undefined;
}

/** As an address writes the sort that a click on a column's title leads to: ascending, descending, none. */
export function nextSort(sort: Sort | undefined, column: string): string | undefined {
  if (sort?.column !== column) return column;
  return sort.isDescending ? undefined : `-${column}`;
}

/** The items in the order of a sort; equal ones stay as they were. */
export function sorted<Item>(columns: SortColumns<Item>, sort: Sort | undefined, items: readonly Item[]): Item[] {
  const valueOf = sort === undefined ? undefined : columns[sort.column];
  if (sort === undefined || valueOf === undefined) return [...items];
  const compare = (a: string | number, b: string | number) =>
    typeof a === "number" && typeof b === "number" ? a - b : TEXT().compare(String(a), String(b));
  return items.toSorted((a, b) => compare(valueOf(a), valueOf(b)) * (sort.isDescending ? -1 : 1));
}
