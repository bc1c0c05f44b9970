import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { fontFor, type FontWeight } from "./fonts.ts";
import { splitAtBreaks } from "./line-breaks.ts";
import { isRightToLeft } from "./text-direction.ts";
import { TextWidths } from "./text-widths.ts";

export interface FontSpec {
  sizePx: number;
  weight: FontWeight;
  letterSpacingPx: number;
  /** Whether it is part of a Japanese text, even without kana. */
  japanese?: boolean;
  italic?: boolean;
  face?: "sans" | "mono";
}

export interface TextLine {
  text: string;
  /** Start and end of the line in the whole text, without its terminating line break. */
  start: number;
  end: number;
  widthPx: number;
  /** Whether its paragraph runs from right to left. */
  rtl: boolean;
}

const widths = new TextWidths();
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
let scratch: SKRSContext2D | undefined;

/** Returns the width in pixels on one line. */
export function measureText(text: string, font: FontSpec): number {
  const key = fontFor(text, font, font.face);
  const width = widths.width(key, text, () => {
    scratch ??= createCanvas(1, 1).getContext("2d");
    scratch.font = key;
    return scratch.measureText(text).width;
  });
  return font.letterSpacingPx === 0 ? width : width + font.letterSpacingPx * graphemeStarts(text).length;
}

/**
 * Returns the starts of the text's characters as users count them: an emoji of several code points is one character.
 */
export function graphemeStarts(text: string): number[] {
  return Array.from(graphemes.segment(text), (segment) => segment.index);
}

/**
 * Breaks a text into lines of at most `maxWidthPx`, between words where possible, and truncates it after `maxLines`.
 */
export function layoutText(text: string, font: FontSpec, maxWidthPx: number, maxLines = Infinity): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const paragraph of text.split("\n")) {
    // One line beyond the limit shows that text is left out; further lines would be invisible.
    breakParagraph(paragraph, { start, font, maxWidthPx, linesMax: maxLines + 1 }, lines);
    start += paragraph.length + 1;
    if (lines.length > maxLines) break;
  }
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  const last = kept.at(-1);
  if (last) kept[kept.length - 1] = ellipsize(last, font, maxWidthPx, true);
  return kept;
}

/** Returns the whole text as one line of any width. */
export function singleLine(text: string, font: FontSpec): TextLine {
  return { text, start: 0, end: text.length, widthPx: measureText(text, font), rtl: isRightToLeft(text) };
}

/** Returns the line, truncated with an ellipsis if it is too wide or if more text follows it. */
export function ellipsize(line: TextLine, font: FontSpec, maxWidthPx: number, more = false): TextLine {
  if (!more && line.widthPx <= maxWidthPx) return line;
  const starts = graphemeStarts(line.text);
  const cut = (count: number): string => `${line.text.slice(0, starts[count] ?? line.text.length).trimEnd()}…`;
  const text = cut(mostThat((count) => measureText(cut(count), font) <= maxWidthPx, starts.length));
  return { ...line, text, widthPx: measureText(text, font) };
}

/**
 * Returns the largest fitting number of characters, up to `most`; 0 if not even one fits. Every smaller number must fit
 * too. Few numbers are tried, and none much larger than the result.
 */
function mostThat(fits: (count: number) => boolean, most: number): number {
  let fitting = 0;
  let tooMany = 1;
  while (tooMany <= most && fits(tooMany)) {
    fitting = tooMany;
    tooMany *= 2;
  }
  tooMany = Math.min(tooMany, most + 1);
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}

function breakParagraph(
  paragraph: string,
  limits: { start: number; font: FontSpec; maxWidthPx: number; linesMax: number },
  lines: TextLine[],
): void {
  const { start, font, maxWidthPx, linesMax } = limits;
  const rtl = isRightToLeft(paragraph);
  let from = 0;
  let to = 0;
  const flush = (next: number): void => {
    const text = paragraph.slice(from, to);
    lines.push({ text, start: start + from, end: start + to, widthPx: measureText(text.trimEnd(), font), rtl });
    from = next;
    to = next;
  };
  for (const word of splitAtBreaks(paragraph)) {
    if (lines.length >= linesMax) return;
    if (measureText(paragraph.slice(from, to + word.trimEnd().length), font) <= maxWidthPx) {
      to += word.length;
      continue;
    }
    if (to > from) flush(to);
    // A word wider than the line breaks between characters.
    const starts = [...graphemeStarts(word), word.length].map((at) => from + at);
    for (let first = 0; first < starts.length - 1;) {
      if (lines.length >= linesMax) return;
      const fits = (count: number): boolean =>
        measureText(paragraph.slice(from, starts[first + count]).trimEnd(), font) <= maxWidthPx;
      first += Math.max(1, mostThat(fits, starts.length - 1 - first));
      to = starts[first] ?? to;
      if (first < starts.length - 1) flush(to);
    }
  }
  flush(paragraph.length);
}
