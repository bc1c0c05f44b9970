const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const picture = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}/u;
const unseen = /^[\p{Mark}\p{Format}]+$/u;
const basic = /^[ -~]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns a text's width in terminal columns: 2 for each East Asian wide character and each emoji, even of several code
 * points, and 0 for combining and joining characters.
 */
export function columnsOf(text: string): number {
  if (basic.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (unseen.test(segment)) continue;
    columns += wide.test(segment) || picture.test(segment) ? 2 : 1;
  }
  return columns;
}
