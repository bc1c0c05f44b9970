/**
 * Blanks as isspace(3) has them for bytes of UTF-8: those of ASCII. JavaScript's `\s` and `trim` know others, such as
 * U+00A0 and U+3000, which names of files may hold; of text by bytes (latin1), even a part of a letter such as à.
 */
const blank = "\\t-\\r ";

/** A run of what is no blank. */
const word = new RegExp(`[^${blank}]+`, "g");
/** A run of blanks, which may be missing, and a word. */
const field = new RegExp(`[${blank}]*[^${blank}]+`, "g");

const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** What stands between blanks. */
export const wordsOf = (text: string): string[] => text.match(word) ?? [];

/** The same, each with the blanks before it. */
export const fieldsOf = (text: string): string[] => text.match(field) ?? [];

/** Without the blanks that it begins with. */
export function trimBlankStart(text: string): string {
  let start = 0;
  while (start < text.length && isBlank(text.charCodeAt(start))) start += 1;
  return text.slice(start);
}

/** Without the blanks around it. A regular expression would look at each run of blanks from each of its places. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return trimBlankStart(text.slice(0, end));
}
