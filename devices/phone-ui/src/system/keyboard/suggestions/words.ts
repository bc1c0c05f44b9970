/** A word with its form for comparisons. */
export interface Word {
  readonly text: string;
  /** In lower case, without accents and apostrophes. */
  readonly folded: string;
}

const LONGEST_WORD = 24;
const SHORTEST_WORD = 2;

const WORD = String.raw`[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*`;
const words = new RegExp(WORD, "gu");
const wholeWord = new RegExp(`^${WORD}$`, "u");
const atEnd = new RegExp(String.raw`${WORD}['’]?$`, "u");
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the words of a text that the keyboard can suggest. */
export function wordsOf(text: string): string[] {
  return (text.match(words) ?? []).filter(isSuggestible);
}

/** Returns whether the keyboard can suggest the word: letters of a script with spaces, neither short nor long. */
export function isSuggestible(word: string): boolean {
  return word.length >= SHORTEST_WORD && word.length <= LONGEST_WORD && wholeWord.test(word) && !unspaced.test(word);
}

/** Returns the word that ends at this index of a text, or "" if there is none, or if it continues behind the index. */
export function wordBefore(text: string, index: number): string {
  if (/^[\p{L}\p{M}\p{N}]/u.test(text.slice(index, index + 2))) return "";
  // Text before the word that is longer than any word does not matter.
  const before = text.slice(Math.max(0, index - 2 * LONGEST_WORD), index);
  const word = atEnd.exec(before)?.[0] ?? "";
  return word.length > LONGEST_WORD || /\p{N}$/u.test(before.slice(0, before.length - word.length)) ? "" : word;
}

export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase();
}

export function toWord(text: string): Word {
  return { text, folded: fold(text) };
}

/** Writes a word as the user has begun it: capitalized, or in capitals. */
export function matchCase(word: string, typed: string): string {
  const letters = typed.replaceAll(/[^\p{L}]/gu, "");
  const isCapital = (text: string): boolean => text !== text.toLowerCase();
  if (Array.from(letters).length > 1 && letters === letters.toUpperCase() && isCapital(letters))
    return word.toUpperCase();
  const [first = ""] = letters;
  return isCapital(first) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
