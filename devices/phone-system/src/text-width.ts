const WIDE =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const PICTURE = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}/u;
const UNSEEN = /^[\p{Mark}\p{Format}]+$/u;
const BASIC = /^[ -~]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns a text's width in terminal columns: 2 for each East Asian wide character and each emoji, even of several code
 * points, and 0 for combining and joining characters.
 */
export function columnsOf(text: string): number {
  if (BASIC.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (UNSEEN.test(segment)) continue;
    columns += WIDE.test(segment) || PICTURE.test(segment) ? 2 : 1;
  }
  return columns;
}
