/** Line break opportunities in a paragraph: a simplified form of UAX #14. */

const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]`;
/** Characters not allowed at the end of a line, and characters not allowed at its start. */
const opening = String.raw`[\p{Ps}\p{Pi}]`;
const closing = String.raw`[\p{Pe}\p{Pf}、。，．・：；！？!?,.:;…ー々〻ゝゞヽヾ\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7]`;
const hasIdeograph = new RegExp(ideograph, "u");
const ideographs = new RegExp(`${opening}*${ideograph}${closing}*\\s*|(?:(?!${opening}*${ideograph}).)+`, "gsu");
/** Scripts without spaces between words; a dictionary finds their words. */
const NEEDS_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let words: Intl.Segmenter | undefined;

/**
 * Returns the pieces between possible line breaks: words with their trailing spaces, and single ideographs with their
 * punctuation.
 */
export function splitAtBreaks(paragraph: string): string[] {
  const pieces = paragraph.match(/[\S\u00a0]+[^\S\u00a0]*|[^\S\u00a0]+/gu) ?? [];
  if (NEEDS_DICTIONARY.test(paragraph)) return pieces.flatMap(splitByDictionary);
  return hasIdeograph.test(paragraph) ? pieces.flatMap((piece) => piece.match(ideographs) ?? [piece]) : pieces;
}

function splitByDictionary(piece: string): string[] {
  words ??= new Intl.Segmenter("th", { granularity: "word" });
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(piece)) {
    // Spaces and symbols stay with the previous word.
    if (isWordLike || parts.length === 0) parts.push(segment);
    else parts[parts.length - 1] += segment;
  }
  return parts;
}
