import type { FilterEntry, FilterSection } from "../../ui/FilterMenu.tsx";

/** A filter entry with a predicate. */
interface Filter<Item> extends FilterEntry {
  matches: (item: Item, nowMs: number) => boolean;
}

export type FilterSet<Item> = readonly (Omit<FilterSection, "entries"> & { entries: readonly Filter<Item>[] })[];
export type ActiveFilters = Readonly<Record<string, string | undefined>>;

/** Returns the active filters of an address. Ignores unknown values. */
export function activeFilters(filters: readonly FilterSection[], parameters: URLSearchParams): ActiveFilters {
  return Object.fromEntries(chosenEntries(filters, parameters).map(({ key, value }) => [key, value]));
}

/** Returns the entries of the active filters of an address, in the order of the menu. */
export function chosenEntries<Entry extends FilterEntry>(
  filters: readonly { entries: readonly Entry[] }[],
  parameters: URLSearchParams,
): Entry[] {
  const entries = filters.flatMap((section) => section.entries);
  return entries.filter(({ key, value }) => parameters.get(key) === value);
}

/** Returns whether an item passes all active filters. */
export function passes<Item>(filters: FilterSet<Item>, active: ActiveFilters, item: Item, nowMs: number): boolean {
  const entries = filters.flatMap((section) => section.entries);
  return entries.every((entry) => active[entry.key] !== entry.value || entry.matches(item, nowMs));
}

/** Returns address values that clear all filters. */
export const clearedFilters = (filters: readonly FilterSection[]): Record<string, undefined> =>
  Object.fromEntries(filters.flatMap((section) => section.entries).map(({ key }) => [key, undefined]));
