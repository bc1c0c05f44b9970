const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text, of so many UTF-16 units at most, that ends with a whole letter or emoji. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, 2 * maxChars))) {
    if (index + segment.length > maxChars) break;
    end = index + segment.length;
  }
  // One letter with very many accents.
  if (end === 0) return text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  return text.slice(0, end);
}
