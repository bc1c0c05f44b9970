import { useState } from "react";
import { z } from "zod";

const Stored = z.array(z.string());

function stored(key: string): ReadonlySet<string> {
  try {
    return new Set(Stored.parse(JSON.parse(localStorage.getItem(key) ?? "[]")));
  } catch (error) {
    console.error(`The columns stored as ${key} cannot be read; all are shown`, error);
    return new Set();
  }
}

/** The columns of a table that its reader has hidden, by title; remembered in this browser. */
export function useHiddenColumns(table: string) {
  const key = `hidden-columns-${table}`;
  const [hidden, setHidden] = useState(() => stored(key));
  const change = (next: ReadonlySet<string>) => {
    localStorage.setItem(key, JSON.stringify([...next]));
    setHidden(next);
  };
  /** Hides a column that is shown and shows one that is hidden. */
  const toggle = (title: string) => change(hidden.symmetricDifference(new Set([title])));
  return { hidden, toggle };
}
