import { fold, matchCase, type Word } from "./words.ts";

/** Number of words that the keyboard suggests at once. */
const SUGGESTIONS_MAX = 3;
/** Shortest typed word that is corrected, and shortest one that is corrected with two changes. */
const SHORTEST_CORRECTED = 3;
const SHORTEST_WITH_TWO = 6;

/**
 * Returns words that complete a typed word, or correct it if none does, the best first. Of equal matches, the first of
 * `words` is the best.
 */
export function suggest(typed: string, words: readonly Word[]): string[] {
  const folded = fold(typed);
  if (folded === "") return [];
  const found = new Set<string>();
  const add = (text: string): void => {
    const suggested = matchCase(text, typed);
    if (suggested !== typed) found.add(suggested);
  };
  for (const word of words) {
    if (found.size === SUGGESTIONS_MAX) break;
    if (word.folded.startsWith(folded)) add(word.text);
  }
  const isKnown = (): boolean => words.some((word) => word.folded === folded);
  if (found.size > 0 || folded.length < SHORTEST_CORRECTED || isKnown()) return [...found];
  const most = folded.length < SHORTEST_WITH_TWO ? 1 : 2;
  for (let changes = 1; changes <= most; changes++) {
    for (const word of words) {
      if (found.size >= SUGGESTIONS_MAX) break;
      if (changesBetween(folded, word.folded, most) === changes) add(word.text);
    }
  }
  return [...found];
}

/**
 * Returns the number of inserted, deleted, replaced and swapped letters that turn one word into the other, or
 * `most + 1` if there are more.
 */
export function changesBetween(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let fewest = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) fewest = Math.min(fewest, (beforeLast[column - 2] ?? 0) + 1);
      current.push(fewest);
    }
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
