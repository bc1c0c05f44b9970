import type { Label } from "../../language/text.ts";

/** Returns the problem of a name, given the other named items, or undefined if it is valid. */
export function nameProblem(
  name: string,
  others: readonly { name: string }[],
  problems: { missing: Label; taken: Label },
): Label | undefined {
  if (name.trim() === "") return problems.missing;
  return others.some((other) => other.name === name.trim()) ? problems.taken : undefined;
}

/** Removes the items of this browser's storage with a prefix. */
export function removeStored(prefix: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

const NAMES = new Intl.Collator(undefined, { numeric: true });

/** Compares items by name, in the order of the browser's language. "Run 2" comes before "Run 10". */
export const byName = (a: { name: string }, b: { name: string }): number => NAMES.compare(a.name, b.name);
