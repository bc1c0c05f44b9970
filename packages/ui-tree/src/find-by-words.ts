import { contains, isAlike, isSame } from "./match-text.ts";

/** Comparisons from strict to loose. */
const TESTS = [isSame, isAlike, contains];

/**
 * Returns the items that fit some words best: the same words, then the same without case, then words that contain them.
 * Within each comparison, earlier sources of words win over later ones. Words come from a person or a model, so a loose
 * match helps. A selector (`fitsSelector`) comes from a program, so it must match exactly as written.
 */
export function findByWords<T>(
  items: readonly T[],
  words: string,
  sources: readonly ((item: T) => readonly string[])[],
): T[] {
  for (const test of TESTS)
    for (const source of sources) {
      const found = items.filter((item) => source(item).some((text) => test(text, words)));
      if (found.length > 0) return found;
    }
  return [];
}
