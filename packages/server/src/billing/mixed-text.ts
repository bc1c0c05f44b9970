import { findFonts, type TextRun } from "./pdf-fonts.ts";

/** Position of a right-aligned column. `baselinePt` is that of the first line. */
interface Column {
  rightPt: number;
  baselinePt: number;
  widthPt: number;
  lineHeightPt: number;
  /** The document's text size. */
  sizePt: number;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const NEUTRAL = /^[\s\p{P}]+$/u;

/**
 * Writes a text in any languages in the document's size. Each part uses a font with its characters; characters without
 * a font become "?" in `font` (a registered one). Returns the number of lines. Throws if the fonts are not installed.
 */
export async function writeMixedText(document: PDFKit.PDFDocument, text: string, column: Column, font: string) {
  const split = findFonts();
  const whole = text.normalize("NFC");
  for (const { part } of split(whole)) {
    if (part) document.registerFont(part.name, await part.read());
  }
  const measured = (line: string) =>
    inOrder(split(line)).map(({ text: run, part }) => {
      const shown = part ? run : "?";
      const name = part?.name ?? font;
      const thickerEm = part?.thickerEm ?? 0;
      return { shown, name, thickerEm, widthPt: document.font(name).widthOfString(shown) };
    });
  const widthOf = (line: string) => measured(line).reduce((sum, { widthPt }) => sum + widthPt, 0);

  const lines = wrap(whole, (line) => widthOf(line) <= column.widthPt);
  for (const [index, line] of lines.entries()) {
    let x = column.rightPt - widthOf(line);
    for (const { shown, name, thickerEm, widthPt } of measured(line)) {
      const y = column.baselinePt + index * column.lineHeightPt;
      document.lineWidth(thickerEm * column.sizePt);
      document
        .font(name)
        .text(shown, x, y, { lineBreak: false, baseline: "alphabetic", fill: true, stroke: thickerEm > 0 });
      x += widthPt;
    }
  }
  document.font(font);
  return lines.length;
}

/** Breaks between words, or within words longer than a line. */
function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  const add = (piece: string) => {
    if (line !== "" && !fits((line + piece).trimEnd())) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += line === "" ? piece.trimStart() : piece;
  };
  for (const { segment } of new Intl.Segmenter("en", { granularity: "word" }).segment(text)) {
    if (fits(segment)) add(segment);
    else for (const each of new Intl.Segmenter().segment(segment)) add(each.segment);
  }
  return [...lines, line.trimEnd()];
}

/** Returns the runs from left to right. Reverses stretches of right-to-left runs with the runs between them. */
function inOrder(runs: readonly TextRun[]): TextRun[] {
  const ordered: TextRun[] = [];
  let start = 0;
  for (const [index, run] of runs.entries()) {
    if (index < start) continue;
    let end = index;
    for (let at = index; RIGHT_TO_LEFT.test(run.text) && at < runs.length; at++) {
      const { text } = runs[at] ?? run;
      if (RIGHT_TO_LEFT.test(text)) end = at;
      else if (!NEUTRAL.test(text)) break;
    }
    ordered.push(...runs.slice(index, end + 1).toReversed());
    start = end + 1;
  }
  return ordered;
}
