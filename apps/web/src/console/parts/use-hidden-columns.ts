import { useEffect } from "react";
import { useUrlState } from "./use-url-state.ts";

/** Address parameter of the hidden columns. */
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
 * Returns the hidden columns of a table, by title. The address lists them, so that it can be shared. Without a list
 * there, they are the columns last hidden in this browser, which are then added to the address.
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
  /** Toggles a column. */
  const toggle = (title: string) => {
    const next = [...hidden.symmetricDifference(new Set([title]))];
    localStorage.setItem(key, JSON.stringify(next));
    set({ [PARAMETER]: next.join(",") });
  };
  return { hidden, toggle };
}
