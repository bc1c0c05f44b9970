import { FONT_ASCENT, FONT_DESCENT, isJapanese } from "./fonts.ts";
import { splitAtBreaks } from "./line-breaks.ts";
import type { UiNode } from "./node.ts";
import type { Rect } from "./rect.ts";
import { isRightToLeft, visualRuns } from "./text-direction.ts";
import { graphemeStarts, measureText, type FontSpec } from "./text-layout.ts";
import { contentRect, lineHeightPx, textScale, textStyleOf } from "./text-node.ts";
import type { RichLayout, RichLine, RichRun, TextSpan, TextStyle } from "./text-span.ts";

/** Placeholder in a span for the next child of the text. */
export const CHILD_PLACE = "\ufffc";

const noSpans: readonly TextSpan[] = [];
const spansOf = (node: UiNode): readonly TextSpan[] => node.props.spans ?? noSpans;

/** Returns the text's children in order, without its touchable parts. */
function boxesOf(node: UiNode): UiNode[] {
  return node.children.filter((child) => !child.touchesText);
}

function spanFont(node: UiNode, span: TextSpan, japanese: boolean): FontSpec {
  const { size, weight } = textStyleOf(node);
  return {
    sizePx: (span.size ?? size) * textScale(node),
    weight: span.weight ?? weight,
    letterSpacingPx: 0,
    italic: span.italic ?? false,
    face: span.mono ? "mono" : "sans",
    japanese: japanese || (span.japanese ?? false),
  };
}

/** Returns the text in lines for this width; caches the last result. */
export function richLayoutOf(node: UiNode, widthPx: number): RichLayout {
  // Layout rounds widths to whole pixels; the rounding must not push the last word to a new line.
  const availablePx = widthPx + 0.5;
  const { rich } = node;
  if (rich?.spans === spansOf(node) && rich.style === textStyleOf(node) && rich.layout.availablePx === availablePx)
    return rich.layout;
  const layout = new RichBreaker(node, availablePx).run();
  node.rich = { spans: spansOf(node), style: textStyleOf(node), layout };
  return layout;
}

/** A word or a child; stays on one line if possible. */
interface Piece {
  start: number;
  end: number;
  widthPx: number;
  /** Width without trailing spaces. */
  inkPx: number;
  child: number | undefined;
}

class RichBreaker {
  readonly #node: UiNode;
  readonly #style: TextStyle;
  readonly #boxes: UiNode[];
  readonly #layout: RichLayout;
  #lineStart = 0;
  #lineEnd = 0;
  #linePx = 0;
  #inkPx = 0;
  #boxPx = 0;
  readonly #spaces = new Map<FontSpec, number>();
  /** Whether all lines have the same height. */
  readonly #isEven: boolean;
  #child = 0;
  #span = 0;

  constructor(node: UiNode, availablePx: number) {
    this.#node = node;
    this.#style = textStyleOf(node);
    this.#boxes = boxesOf(node);
    const texts = spansOf(node).map((span) => span.text);
    const text = texts.join("");
    const starts = [0];
    for (const span of spansOf(node)) starts.push((starts.at(-1) ?? 0) + span.text.length);
    const japanese = node.host.japanese || isJapanese(text);
    const fonts = spansOf(node).map((span) => spanFont(node, span, japanese));
    this.#layout = { availablePx, widestPx: 0, heightPx: 0, lines: [], text, starts, fonts, runs: new Map() };
    const { size } = this.#style;
    this.#isEven = this.#boxes.length === 0 && spansOf(node).every((span) => (span.size ?? size) <= size);
    for (const { yoga } of this.#boxes) {
      yoga.calculateLayout(undefined, undefined);
      if (yoga.getComputedWidth() > availablePx) yoga.calculateLayout(Math.floor(availablePx), undefined);
    }
  }

  run(): RichLayout {
    let start = 0;
    for (const paragraph of this.#layout.text.split("\n")) {
      const rtl = isRightToLeft(paragraph);
      this.#lineStart = this.#lineEnd = start;
      for (const word of splitAtBreaks(paragraph))
        for (const part of word.includes(CHILD_PLACE) ? word.split(/(\ufffc)/) : [word]) {
          if (part !== "") this.#add(this.#piece(start, start + part.length), rtl);
          start += part.length;
        }
      this.#endLine(rtl);
      start++;
    }
    return this.#layout;
  }

  #piece(start: number, end: number): Piece {
    const text = this.#layout.text.slice(start, end);
    if (text === CHILD_PLACE) {
      const child = this.#child++;
      const widthPx = this.#boxes[child] ? outerSize(this.#boxes[child]).widthPx : 0;
      return { start, end, widthPx, inkPx: widthPx, child };
    }
    const ink = start + text.trimEnd().length;
    const inkPx = this.#width(start, ink);
    return { start, end, inkPx, widthPx: inkPx + this.#width(ink, end), child: undefined };
  }

  #width(start: number, end: number): number {
    const { text, starts, fonts } = this.#layout;
    // Most words are requested in order and are within one span.
    if ((starts[this.#span] ?? 0) > start) this.#span = 0;
    while ((starts[this.#span + 1] ?? Infinity) <= start) this.#span++;
    const font = fonts[this.#span];
    if (font && end <= (starts[this.#span + 1] ?? 0)) {
      const part = text.slice(start, end);
      if (part !== " ") return part === "" ? 0 : measureText(part, font);
      const spacePx = this.#spaces.get(font) ?? measureText(part, font);
      this.#spaces.set(font, spacePx);
      return spacePx;
    }
    let widthPx = 0;
    for (const part of partsOf(this.#node, this.#layout, start, end)) widthPx += measureText(part.text, part.font);
    return widthPx;
  }

  #add(piece: Piece, rtl: boolean): void {
    const { availablePx, text } = this.#layout;
    if (this.#linePx + piece.inkPx > availablePx && this.#lineEnd > this.#lineStart) this.#endLine(rtl);
    if (piece.inkPx > availablePx && piece.child === undefined && piece.end - piece.start > 1) {
      // A word wider than the line breaks between characters.
      const starts = graphemeStarts(text.slice(piece.start, piece.end));
      for (const [index, from] of starts.entries()) {
        const part = this.#piece(piece.start + from, piece.start + (starts[index + 1] ?? piece.end - piece.start));
        if (this.#linePx + part.inkPx > availablePx && this.#lineEnd > this.#lineStart) this.#endLine(rtl);
        this.#take(part);
      }
    } else this.#take(piece);
  }

  #take({ end, widthPx, inkPx, child }: Piece): void {
    this.#lineEnd = end;
    if (inkPx > 0) this.#inkPx = this.#linePx + inkPx;
    this.#linePx += widthPx;
    const box = child === undefined ? undefined : this.#boxes[child];
    if (box) this.#boxPx = Math.max(this.#boxPx, outerSize(box).heightPx);
  }

  /** Returns the size of the largest letters in a line; 0 if it has only children. */
  #largestIn(start: number, end: number): number {
    const parts = [...partsOf(this.#node, this.#layout, start, end)];
    const hasText = this.#boxPx === 0 || parts.some(({ text }) => text !== CHILD_PLACE && text.trim() !== "");
    return hasText ? Math.max(...parts.map(({ span }) => span.size ?? 0), this.#style.size) : 0;
  }

  #endLine(rtl: boolean): void {
    const layout = this.#layout;
    const [start, end] = [this.#lineStart, this.#lineEnd];
    const size = this.#isEven ? this.#style.size : this.#largestIn(start, end);
    const textPx = Math.round((lineHeightPx(this.#node) * size) / this.#style.size);
    const heightPx = Math.max(textPx, this.#boxPx);
    const glyphPx = size * textScale(this.#node);
    const baselinePx = (heightPx - (FONT_ASCENT + FONT_DESCENT) * glyphPx) / 2 + FONT_ASCENT * glyphPx;
    layout.lines.push({ start, end, topPx: layout.heightPx, heightPx, baselinePx: Math.round(baselinePx), rtl });
    layout.heightPx += heightPx;
    layout.widestPx = Math.max(layout.widestPx, this.#inkPx);
    this.#lineStart = this.#lineEnd;
    this.#linePx = this.#inkPx = this.#boxPx = 0;
  }
}

function outerSize({ yoga }: UiNode): { widthPx: number; heightPx: number } {
  const { left, top, width, height } = yoga.getComputedLayout();
  return { widthPx: 2 * left + width, heightPx: 2 * top + height };
}

/** Yields each span's share of this part of the text; each child is a separate part. */
function* partsOf(
  node: UiNode,
  { text, starts, fonts }: RichLayout,
  start: number,
  end: number,
): Generator<{ span: TextSpan; font: FontSpec; text: string; start: number }> {
  const spans = spansOf(node);
  for (let index = spanAt(starts, start); index < spans.length && (starts[index] ?? end) < end; index++) {
    const [span, font] = [spans[index], fonts[index]];
    if (!span || !font) continue;
    let from = Math.max(start, starts[index] ?? 0);
    const part = text.slice(from, Math.min(end, starts[index + 1] ?? end));
    for (const each of part.includes(CHILD_PLACE) ? part.split(/(\ufffc)/) : [part]) {
      if (each !== "") yield { span, font, text: each, start: from };
      from += each.length;
    }
  }
}

/** Returns the last span that starts at or before this position. */
function spanAt(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the content of a line from left to right. */
export function runsOf(
  node: UiNode,
  layout: RichLayout,
  line: RichLine,
): { runs: RichRun[]; children: { index: number; leftPx: number }[] } {
  const known = layout.runs.get(line);
  if (known) return known;
  const text = layout.text.slice(line.start, line.end).trimEnd();
  const found: { runs: RichRun[]; children: { index: number; leftPx: number }[] } = { runs: [], children: [] };
  const boxes = boxesOf(node);
  let leftPx = 0;
  for (const run of visualRuns(text, line.rtl)) {
    const parts = [...partsOf(node, layout, line.start + run.start, line.start + run.end)];
    for (const { span, font, text: letters, start } of run.rtl ? parts.toReversed() : parts) {
      let widthPx: number;
      if (letters === CHILD_PLACE) {
        const index = layout.text.slice(0, start).split(CHILD_PLACE).length - 1;
        const box = boxes[index];
        widthPx = box ? outerSize(box).widthPx : 0;
        found.children.push({ index, leftPx });
      } else {
        widthPx = measureText(letters, font);
        found.runs.push({ span, font, text: letters, leftPx, widthPx, rtl: run.rtl });
      }
      leftPx += widthPx;
    }
  }
  const { left, right } = contentRect(node);
  const freePx = right - left - leftPx;
  const { textAlign = "start" } = textStyleOf(node);
  const shiftPx = textAlign === "center" ? freePx / 2 : (textAlign === "end") === line.rtl ? 0 : freePx;
  for (const each of [...found.runs, ...found.children]) each.leftPx += shiftPx;
  layout.runs.set(line, found);
  return found;
}

/**
 * Returns the positions of the text's children on the screen, and its touch targets. Adjacent runs with the same touch
 * object in a line form one target.
 */
export function richPlaces(node: UiNode): {
  boxes: { node: UiNode; left: number; top: number }[];
  touches: { span: TextSpan; label: string; rect: Rect }[];
} {
  const { left, top, right } = contentRect(node);
  const layout = richLayoutOf(node, right - left);
  const all = boxesOf(node);
  const boxes: { node: UiNode; left: number; top: number }[] = [];
  const touches: { span: TextSpan; label: string; rect: Rect }[] = [];
  const touchable = spansOf(node).some(({ touch }) => touch);
  if (!touchable && all.length === 0) return { boxes, touches };
  for (const line of layout.lines) {
    const { runs, children } = runsOf(node, layout, line);
    const lineTop = top + line.topPx;
    for (const { index, leftPx } of children) {
      const box = all[index];
      if (box)
        boxes.push({ node: box, left: left + leftPx, top: lineTop + (line.heightPx - outerSize(box).heightPx) / 2 });
    }
    let last: (typeof touches)[number] | undefined;
    for (const { span, text, leftPx, widthPx } of runs) {
      const rect = {
        left: left + leftPx,
        top: lineTop,
        right: left + leftPx + widthPx,
        bottom: lineTop + line.heightPx,
      };
      if (last && last.span.touch === span.touch && Math.abs(last.rect.right - rect.left) < 1) {
        last.label += text;
        last.rect.right = rect.right;
      } else {
        last = span.touch && text.trim() !== "" ? { span, label: text, rect } : undefined;
        if (last) touches.push(last);
      }
    }
  }
  return { boxes, touches };
}
