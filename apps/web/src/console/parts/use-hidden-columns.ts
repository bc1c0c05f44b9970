import { useEffect } from "react";
import { useUrlState } from "./use-url-state.ts";

/** The name in addresses of what is hidden. */
const PARAMETER = "hide";

function stored(key: string): ReadonlySet<string> {
  try {
    const titles: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(titles)) throw new TypeError("not a list");
    return new Set(titles.map(String));
  } catch (error) {
    console.error(`The columns stored as ${key} cannot be read; all are shown`, error);
    return new Set();
  }
}

/**
 * The columns of a table that are hidden, by title: those that the address names, so that it can be shared; without any,
 * those that were hidden last in this browser, which the address then names.
 */
export function useHiddenColumns(table: string) {
  const key = `hidden-columns-${table}`;
  const { parameters, set } = useUrlState();
  const named = parameters.get(PARAMETER);
  const hidden: ReadonlySet<string> = named === null ? stored(key) : new Set(named.split(","));
  const text = [...hidden].join(",");
  useEffect(() => {
    if (text !== "" && named === null) set({ [PARAMETER]: text });
  });
  /** Hides a column that is shown and shows one that is hidden. */
  const toggle = (title: string) => {
    const next = [...hidden.symmetricDifference(new Set([title]))];
    localStorage.setItem(key, JSON.stringify(next));
    set({ [PARAMETER]: next.join(",") });
  };
  return { hidden, toggle };
}
