import type { SKRSContext2D } from "@napi-rs/canvas";
import { fontFor } from "./fonts.ts";
import type { UiNode } from "./node.ts";
import { intersection, type Rect } from "./rect.ts";
import { richLayoutOf, runsOf } from "./rich-text.ts";
import { contentRect, textStyleOf } from "./text-node.ts";
import type { RichRun } from "./text-span.ts";

/** Paints the part of a text with spans that intersects `damage`. */
export function paintRichText(context: SKRSContext2D, node: UiNode, damage: Rect | undefined): void {
  const { left, top, right } = contentRect(node);
  const layout = richLayoutOf(node, right - left);
  for (const line of layout.lines) {
    const lineTop = top + line.topPx;
    if (damage && (lineTop + line.heightPx < damage.top || lineTop > damage.bottom)) continue;
    const { runs } = runsOf(node, layout, line);
    const baseline = lineTop + line.baselinePx;
    const box = { left, top: lineTop, right, bottom: lineTop + line.heightPx };
    for (const run of runs) paintBackground(context, run, box, baseline);
    for (const run of runs) paintRun(context, node, run, left, baseline);
  }
}

/**
 * Paints a background slightly larger than the letters, but within the line, since no repaint covers an area outside
 * it.
 */
function paintBackground(
  context: SKRSContext2D,
  { span, font, leftPx, widthPx }: RichRun,
  line: Rect,
  baseline: number,
): void {
  if (span.background === undefined) return;
  const around = { left: line.left + leftPx - 2, right: line.left + leftPx + widthPx + 2 };
  const letters = { top: baseline - font.sizePx * 1.02, bottom: baseline + font.sizePx * 0.34 };
  const { left, top, right, bottom } = intersection({ ...around, ...letters }, line);
  context.fillStyle = span.background;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, 4);
  context.fill();
}

function paintRun(
  context: SKRSContext2D,
  node: UiNode,
  { span, font, text, leftPx, widthPx, rtl }: RichRun,
  left: number,
  baseline: number,
): void {
  const x = left + leftPx;
  const y = baseline - (span.rise ?? 0) * font.sizePx;
  context.fillStyle = span.color ?? textStyleOf(node).color;
  context.font = fontFor(text, font, font.face);
  context.direction = rtl ? "rtl" : "ltr";
  context.textAlign = "left";
  context.fillText(text, x, y);
  const thickness = Math.max(1, Math.round(font.sizePx / 16));
  if (span.underline) context.fillRect(x, y + font.sizePx * 0.12, widthPx, thickness);
  if (span.strikethrough) context.fillRect(x, y - font.sizePx * 0.3, widthPx, thickness);
}
