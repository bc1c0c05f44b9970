/** Where a paragraph may be broken into lines: a simple form of UAX #14. */

const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]`;
/** What a line must not end with, and what it must not begin with. */
const opening = String.raw`[\p{Ps}\p{Pi}]`;
const closing = String.raw`[\p{Pe}\p{Pf}、。，．・：；！？!?,.:;…ー々〻ゝゞヽヾ\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7]`;
const hasIdeograph = new RegExp(ideograph, "u");
const ideographs = new RegExp(`${opening}*${ideograph}${closing}*\\s*|(?:(?!${opening}*${ideograph}).)+`, "gsu");
/** Written without spaces between words, which a dictionary finds. */
const needsDictionary = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let words: Intl.Segmenter | undefined;

/** Pieces between which a line may break: words with the spaces after them, single ideographs with their punctuation. */
export function splitAtBreaks(paragraph: string): string[] {
  const pieces = paragraph.match(/[\S\u00a0]+[^\S\u00a0]*|[^\S\u00a0]+/gu) ?? [];
  if (needsDictionary.test(paragraph)) return pieces.flatMap(splitByDictionary);
  return hasIdeograph.test(paragraph) ? pieces.flatMap((piece) => piece.match(ideographs) ?? [piece]) : pieces;
}

function splitByDictionary(piece: string): string[] {
  words ??= new Intl.Segmenter("th", { granularity: "word" });
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(piece)) {
    // Spaces and signs stay with the word before them.
    if (isWordLike || parts.length === 0) parts.push(segment);
    else parts[parts.length - 1] += segment;
  }
  return parts;
}
