/**
 * Whitespace of isspace(3) for bytes of UTF-8: ASCII only. JavaScript's `\s` and `trim` also match characters such as
 * U+00A0 and U+3000, which file names may contain. In text of bytes (latin1) they even match a part of a letter such as
 * à.
 */
const BLANK = "\\t-\\r ";

/** A run of other characters. */
const word = new RegExp(`[^${BLANK}]+`, "g");
/** A word with the whitespace before it, if any. */
const field = new RegExp(`[${BLANK}]*[^${BLANK}]+`, "g");

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Returns the words of a text. */
export const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** Returns the words of a text, each with the whitespace before it. */
export const fieldsOf = (text: string): string[] => text.match(field) ?? [];

/** Removes whitespace at the start. */
export function trimBlankStart(text: string): string {
  let start = 0;
  while (start < text.length && isBlank(text.charCodeAt(start))) start += 1;
  return text.slice(start);
}

/**
 * Removes whitespace at both ends. A regular expression would scan each run of whitespace from each of its positions.
 */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return trimBlankStart(text.slice(0, end));
}
