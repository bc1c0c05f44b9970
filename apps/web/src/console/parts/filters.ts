import type { FilterEntry, FilterSection } from "../../ui/FilterMenu.tsx";

/** A filter entry with a predicate. */
interface Filter<Item> extends FilterEntry {
  matches: (item: Item, nowMs: number) => boolean;
}

export type FilterSet<Item> = readonly (Omit<FilterSection, "entries"> & { entries: readonly Filter<Item>[] })[];
export type ActiveFilters = Readonly<Record<string, string | undefined>>;

/** Returns the active filters of an address. Ignores unknown values. */
export function activeFilters(filters: readonly FilterSection[], parameters: URLSearchParams): ActiveFilters {
  const entries = filters.flatMap((section) => section.entries);
  return Object.fromEntries(
    entries.filter(({ key, value }) => parameters.get(key) === value).map(({ key, value }) => [key, value]),
  );
}

/** Returns whether an item passes all active filters. */
export function passes<Item>(filters: FilterSet<Item>, active: ActiveFilters, item: Item, nowMs: number): boolean {
  const entries = filters.flatMap((section) => section.entries);
  return entries.every((entry) => active[entry.key] !== entry.value || entry.matches(item, nowMs));
}

/** Returns address values that clear all filters. */
export const clearedFilters = (filters: readonly FilterSection[]): Record<string, undefined> =>
  Object.fromEntries(filters.flatMap((section) => section.entries).map(({ key }) => [key, undefined]));
