import { setImmediate as turn } from "node:timers/promises";
import { LineBreaker, type BoxSize, type LaidBox, type LaidLine } from "./line-breaker.ts";
import { measure } from "./measure.ts";
import type { Block, Inline, PageControl, PageDocument, RowBlock, TextBlock } from "./page-model.ts";

/** A filled rectangle behind the text. */
export interface LaidRect {
  x: number;
  y: number;
  width: number;
  height: number;
  role: "quote" | "line" | "code" | "header";
}

/** A piece of the page that is drawn at once; all lengths are dp from its top left. */
export interface LaidBlock {
  key: string;
  height: number;
  /** What is written there. */
  text: string;
  lines: readonly LaidLine[];
  boxes: readonly LaidBox[];
  rects: readonly LaidRect[];
  anchors: readonly string[];
}

const linesPerBlock = 30;
const quoteIndent = 18;
const quoteBar = 3;
const markerGap = 8;
const cellPadding = 8;
const codePadding = 10;
/** The screen gets its turn after this long. */
const sliceMs = 8;

interface LayoutOptions {
  /** dp */
  width: number;
  fontScale: number;
  boxSize: BoxSize;
}

/** Gives everything on a page its place. Goes on in slices that let the screen live; rejects with the signal's reason. */
export async function layoutPage(
  page: PageDocument,
  options: LayoutOptions,
  signal: AbortSignal,
): Promise<LaidBlock[]> {
  const laid: LaidBlock[] = [];
  let sliceEndMs = performance.now() + sliceMs;
  for (const [index, block] of page.blocks.entries()) {
    for (const each of layoutBlock(block, page.blocks[index - 1]?.quote ?? 0, options))
      laid.push({ ...each, key: `${index}-${laid.length}` });
    if (performance.now() < sliceEndMs) continue;
    await turn();
    signal.throwIfAborted();
    sliceEndMs = performance.now() + sliceMs;
  }
  return laid;
}

function layoutBlock(block: Block, quoteBefore: number, options: LayoutOptions): Omit<LaidBlock, "key">[] {
  const left = block.quote * quoteIndent + block.indent;
  const inner = { ...options, width: Math.max(60, options.width - left) };
  const laid = layoutContent(block, inner);
  // A quotation's bar goes on from block to block, and begins with its text.
  const above = block.kind === "text" ? block.above : 0;
  const bars = Array.from({ length: block.quote }, (_, depth) => ({
    x: depth * quoteIndent,
    top: depth < quoteBefore ? 0 : above,
  }));
  return laid.map((each, index) => ({
    ...shift(each, left),
    rects: [
      ...bars.map(({ x, top }) => {
        const y = index === 0 ? top : 0;
        return { x, y, width: quoteBar, height: each.height - y, role: "quote" as const };
      }),
      ...each.rects.map((rect) => ({ ...rect, x: rect.x + left })),
    ],
    anchors: index === 0 ? block.anchors : [],
  }));
}

type Laid = Omit<LaidBlock, "key" | "anchors">;

function layoutContent(block: Block, options: LayoutOptions): Laid[] {
  switch (block.kind) {
    case "rule": {
      const rect = { x: 0, y: 12, width: options.width, height: 1, role: "line" as const };
      return [{ height: 25, text: "", lines: [], boxes: [], rects: [rect] }];
    }
    case "row":
      return [layoutRow(block, options)];
    case "text":
      return layoutText(block, options);
  }
}

function layoutText(block: TextBlock, { width, fontScale, boxSize }: LayoutOptions): Laid[] {
  const padding = block.pre ? codePadding : 0;
  const breaker = new LineBreaker({ available: width - 2 * padding, align: block.align, scale: fontScale, boxSize });
  const { lines, boxes } = breaker.add(block.inlines, block.pre);
  const pieces: Laid[] = [];
  for (let from = 0; from < lines.length; from += linesPerBlock) {
    const own = lines.slice(from, from + linesPerBlock);
    const to = from + own.length;
    const top = own[0]?.y ?? 0;
    const bottom = lines[to]?.y ?? breaker.height;
    const above = from === 0 ? block.above + padding : 0;
    const below = to >= lines.length ? padding : 0;
    const height = above + bottom - top + below;
    const marker = from === 0 && block.marker !== undefined ? markerLine(block, own[0], fontScale) : undefined;
    const code = { x: 0, y: from === 0 ? block.above : 0, width, height: height - (from === 0 ? block.above : 0) };
    const piece: Laid = {
      height,
      text: `${marker ? `${block.marker} ` : ""}${textOf(own, block.pre)}`,
      lines: [...(marker ? [marker] : []), ...own].map((line) => ({
        ...line,
        y: line.y - top + above,
        baseline: line.baseline - top + above,
      })),
      boxes: boxes.filter(({ y }) => y >= top && y < bottom).map((box) => ({ ...box, y: box.y - top + above })),
      rects: [],
    };
    pieces.push({ ...shift(piece, padding), rects: block.pre ? [{ ...code, role: "code" }] : [] });
  }
  return pieces;
}

function textOf(lines: readonly LaidLine[], pre: boolean): string {
  return lines
    .map(({ text }) => text)
    .join(pre ? "\n" : " ")
    .trim();
}

/** The bullet or number, to the left of the first line. */
function markerLine(block: TextBlock, first: LaidLine | undefined, fontScale: number): LaidLine | undefined {
  const style = block.inlines.find((inline) => inline.kind === "text")?.style;
  if (!first || !style || block.marker === undefined) return undefined;
  const plain = { ...style, size: style.size * fontScale, href: undefined, underline: false, bold: false, mono: false };
  const width = measure(block.marker, plain);
  return { ...first, text: "", runs: [{ x: -width - markerGap, width, text: block.marker, style: plain }] };
}

function layoutRow(block: RowBlock, { width, fontScale, boxSize }: LayoutOptions): Laid {
  const cellWidth = width / block.columns;
  const available = Math.max(24, cellWidth - 2 * cellPadding);
  const cells = block.cells.slice(0, block.columns).map(({ inlines, header }, column) => {
    const breaker = new LineBreaker({ available, align: "start", scale: fontScale * 0.9, boxSize });
    breaker.add(inlines, false);
    return { breaker, header, x: column * cellWidth };
  });
  const above = block.first ? 12 : 0;
  const height = above + Math.max(...cells.map(({ breaker }) => breaker.height)) + 2 * cellPadding + 1;
  const moved = cells.map(({ breaker, x }) =>
    shift(
      { height, text: "", rects: [], lines: breaker.lines, boxes: breaker.boxes },
      x + cellPadding,
      above + cellPadding,
    ),
  );
  const line = (y: number) => ({ x: 0, y, width, height: 1, role: "line" as const });
  return {
    height,
    text: cells.map(({ breaker }) => textOf(breaker.lines, false)).join(" | "),
    lines: moved.flatMap(({ lines }) => lines),
    boxes: moved.flatMap(({ boxes }) => boxes),
    rects: [
      ...cells
        .filter(({ header }) => header)
        .map(({ x }) => ({ x, y: above, width: cellWidth, height: height - above, role: "header" as const })),
      ...(block.first ? [line(above)] : []),
      line(height - 1),
    ],
  };
}

function shift<Piece extends Pick<LaidBlock, "lines" | "boxes">>(piece: Piece, x: number, y = 0): Piece {
  if (x === 0 && y === 0) return piece;
  return {
    ...piece,
    lines: piece.lines.map((line) => ({
      ...line,
      y: line.y + y,
      baseline: line.baseline + y,
      runs: line.runs.map((run) => ({ ...run, x: run.x + x })),
    })),
    boxes: piece.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
  };
}

/** Pictures as large as the page says or as they are, controls as their kind needs; neither wider than the line. */
export function boxSizes(
  pictures: ReadonlyMap<string, { width: number; height: number } | undefined>,
  fontScale: number,
): BoxSize {
  return (inline: Inline, available: number) => {
    if (inline.kind === "control")
      return controlSize(inline.control.type, inline.control.placeholder || inline.control.value, available, fontScale);
    if (inline.kind !== "image") return { width: 0, height: 0 };
    const { src, width, height, alt } = inline.image;
    const natural = pictures.get(src);
    // Not there (yet): room for its words, if it has any.
    if (!natural)
      return alt === "" && width === undefined ? { width: 0, height: 0 } : missingSize(width, height, available);
    const wanted = width ?? (height === undefined ? natural.width : (height * natural.width) / natural.height);
    const shown = Math.min(wanted, available);
    const ratio = width !== undefined && height !== undefined ? height / width : natural.height / natural.width;
    return { width: shown, height: Math.max(1, shown * ratio) };
  };
}

function missingSize(
  width: number | undefined,
  height: number | undefined,
  available: number,
): { width: number; height: number } {
  return { width: Math.min(available, Math.max(width ?? 240, 120)), height: Math.max(40, Math.min(height ?? 48, 240)) };
}

const buttonLook = { size: 14, bold: false, italic: false, mono: false };

function controlSize(
  type: PageControl["type"],
  text: string,
  available: number,
  fontScale: number,
): { width: number; height: number } {
  const larger = Math.max(1, fontScale);
  switch (type) {
    case "hidden":
      return { width: 0, height: 0 };
    case "checkbox":
    case "radio":
      return { width: 32, height: 32 };
    case "submit":
    case "reset":
      return { width: Math.min(available, Math.max(88, measure(text, buttonLook) * larger + 56)), height: 40 };
    case "textarea":
      return { width: Math.min(available, 420), height: 120 * larger };
    case "text":
    case "password":
    case "select":
      return { width: Math.min(available, 240 * larger), height: 48 * larger };
  }
}
