import type { SKRSContext2D } from "@napi-rs/canvas";
import { isRightToLeft } from "@terrarium/phone-ui/render/text-direction";
import type { PaintedBox } from "../layout/display-list.ts";
import type { LaidLine, LaidRun } from "../layout/line-breaker.ts";
import { measure, pageFont } from "../layout/measure.ts";
import type { Tile } from "../layout/tiles.ts";
import { colorOn, type PagePaper } from "./page-paper.ts";

/** What is looked for on a page. */
export interface Search {
  /** In small letters; empty for nothing. */
  wanted: string;
  /** The line with the match that the reader is at. */
  current: LaidLine | undefined;
}

/** Draws what the page shows within the tile: the canvas is as wide as the page, and `scale` pixels are a dp. */
export function drawTile(context: SKRSContext2D, tile: Tile, paper: PagePaper, search: Search, scale: number): void {
  context.scale(scale, scale);
  context.translate(0, -tile.top);
  for (const box of tile.boxes) drawBox(context, box, paper);
  for (const line of tile.lines) {
    for (const run of line.runs) drawBackground(context, run, line);
    for (const run of line.runs) drawRun(context, run, line, colorOn(paper, run.look.color), scale);
    if (search.wanted !== "") drawMatches(context, line, search, paper, scale);
  }
}

function drawBox(context: SKRSContext2D, box: PaintedBox, paper: PagePaper): void {
  const { x, y, width, height, background, border, radius } = box;
  if (background !== undefined) {
    context.fillStyle = background;
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    context.fill();
  }
  const { top, right, bottom, left } = border;
  const even = [right, bottom, left].every(
    (side) => side.visible === top.visible && side.width === top.width && side.color === top.color,
  );
  if (even && top.visible && top.width > 0) {
    const half = top.width / 2;
    context.strokeStyle = top.color || paper.text;
    context.lineWidth = top.width;
    context.beginPath();
    context.roundRect(
      x + half,
      y + half,
      Math.max(0, width - top.width),
      Math.max(0, height - top.width),
      Math.max(0, radius - half),
    );
    context.stroke();
    return;
  }
  const stripes = [
    [top, x, y, width, top.width],
    [bottom, x, y + height - bottom.width, width, bottom.width],
    [left, x, y, left.width, height],
    [right, x + width - right.width, y, right.width, height],
  ] as const;
  for (const [side, stripeX, stripeY, stripeWidth, stripeHeight] of stripes) {
    if (!side.visible || side.width <= 0) continue;
    context.fillStyle = side.color || paper.text;
    context.fillRect(stripeX, stripeY, stripeWidth, stripeHeight);
  }
}

function drawBackground(context: SKRSContext2D, { x, width, look }: LaidRun, line: LaidLine): void {
  if (look.background === undefined) return;
  context.fillStyle = look.background;
  context.beginPath();
  context.roundRect(x - 2, line.baseline - look.size * 1.02, width + 4, look.size * 1.36, 4);
  context.fill();
}

function drawRun(
  context: SKRSContext2D,
  { x, width, text, look }: LaidRun,
  line: LaidLine,
  color: string,
  scale: number,
): void {
  context.fillStyle = color;
  context.font = pageFont(text, look, 1);
  context.textAlign = "left";
  context.direction = isRightToLeft(text) ? "rtl" : "ltr";
  context.fillText(text, x, line.baseline - look.rise * look.size);
  const thickness = Math.max(1 / scale, look.size / 16);
  if (look.underline) context.fillRect(x, line.baseline + 2, width, thickness);
  if (look.strikethrough) context.fillRect(x, line.baseline - look.size * 0.3, width, thickness);
}

/** Marks what is looked for, and writes it once more in colours that can be read on the mark. */
function drawMatches(
  context: SKRSContext2D,
  line: LaidLine,
  { wanted, current }: Search,
  { colors }: PagePaper,
  scale: number,
): void {
  const text = line.text.toLowerCase();
  const [fill, color] =
    line === current ? [colors.primary, colors.onPrimary] : [colors.primaryContainer, colors.onPrimaryContainer];
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
    let at = 0;
    for (const run of line.runs) {
      const [first, last] = [Math.max(from, at) - at, Math.min(from + wanted.length, at + run.text.length) - at];
      at += run.text.length;
      if (first >= last) continue;
      const x = run.x + measure(run.text.slice(0, first), run.look);
      const part = run.text.slice(first, last);
      const width = measure(part, run.look);
      context.fillStyle = fill;
      context.fillRect(x - 1, line.baseline - run.look.size, width + 2, run.look.size * 1.3);
      drawRun(context, { ...run, x, width, text: part }, line, color, scale);
    }
  }
}
