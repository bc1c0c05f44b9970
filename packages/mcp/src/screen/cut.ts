import { cutText } from "@terrarium/bounds/cut-text";

/** Everything that a reader may take for the end of a line. */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
/** Characters that hide or reorder others. */
const UNSEEN = /[\p{Control}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Cuts a text to a number of characters, on one line. The text of an app can therefore not look like a line of the
 * tools.
 */
export function cut(text: string, maxChars: number): string {
  const shown = cutText(text, maxChars)
    .toWellFormed()
    .replaceAll(LINE_ENDS, " ⏎ ")
    .replaceAll("\t", " ")
    .replaceAll(UNSEEN, "");
  return text.length <= maxChars ? shown : `${shown}… (${text.length} characters)`;
}
