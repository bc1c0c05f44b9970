import { isSame, plain } from "./match-text.ts";

type Comparison = (text: string, words: string, plainWords: string) => boolean;

const isAlike: Comparison = (text, _words, plainWords) => plain(text) === plainWords;
const holds: Comparison = (text, _words, plainWords) => plain(text).includes(plainWords);
/** Comparisons from strict to loose. */
const COMPLETE = [isSame, isAlike];

/** Returns the texts that can name an item. */
export type WordSource<T> = (item: T) => readonly string[];

/**
 * Returns the items that fit some words best: the same words, then the same without case and spacing, then words that
 * contain them. Within each comparison, earlier sources of words win over later ones. Items that `prefers` accepts win
 * if their words are complete, or if several items fit equally. Words come from a person or a model, so a loose match
 * helps. A selector (`fitsSelector`) comes from a program, so it must match exactly as written.
 */
export function findByWords<T>(
  items: readonly T[],
  words: string,
  sources: readonly WordSource<T>[],
  prefers: (item: T) => boolean = () => false,
): T[] {
  const plainWords = plain(words);
  if (plainWords === "") return [];
  const search = (among: readonly T[], comparisons: readonly Comparison[]): T[] => {
    for (const compare of comparisons)
      for (const source of sources) {
        const found = among.filter((item) => source(item).some((text) => compare(text, words, plainWords)));
        if (found.length > 0) return found;
      }
    return [];
  };
  const complete = search(items.filter(prefers), COMPLETE);
  if (complete.length > 0) return complete;
  const found = search(items, [...COMPLETE, holds]);
  const preferred = found.filter(prefers);
  return preferred.length > 0 ? preferred : found;
}
