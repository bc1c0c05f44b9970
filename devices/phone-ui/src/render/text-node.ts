import { Edge } from "yoga-layout";
import { FONT_ASCENT, FONT_DESCENT, isJapanese } from "./fonts.ts";
import type { UiNode } from "./node.ts";
import type { Rect } from "./rect.ts";
import { ellipsize, layoutText, measureText, singleLine, type FontSpec, type TextLine } from "./text-layout.ts";
import type { TextStyle } from "./text-span.ts";

const DEFAULT_TEXT_STYLE: TextStyle = { size: 14, lineHeight: 20, weight: 400, color: "#000" };

export function textStyleOf(node: UiNode): TextStyle {
  return node.props.textStyle ?? DEFAULT_TEXT_STYLE;
}

export function fontOf(node: UiNode): FontSpec {
  const style = textStyleOf(node);
  return {
    sizePx: style.size * textScale(node),
    weight: style.weight,
    letterSpacingPx: (style.letterSpacing ?? 0) * textScale(node),
    japanese: node.host.japanese || isJapanese(shownText(node)),
  };
}

export function lineHeightPx(node: UiNode): number {
  return Math.round(textStyleOf(node).lineHeight * textScale(node));
}

/** Returns pixels per unit of text (Android's sp). */
export function textScale(node: UiNode): number {
  return node.scale * (textStyleOf(node).fixed ? 1 : node.host.fontScale);
}

/** Returns the distance from a line's top to the baseline, with the glyphs centered in the line. */
export function baselinePx(node: UiNode): number {
  const { sizePx } = fontOf(node);
  return Math.round((lineHeightPx(node) - (FONT_ASCENT + FONT_DESCENT) * sizePx) / 2 + FONT_ASCENT * sizePx);
}

/** Returns the displayed text: a text, a field's value, or a field's placeholder. */
function shownText(node: UiNode): string {
  if (node.kind !== "ui-field") return node.props.text ?? "";
  const value = node.props.value ?? "";
  if (value === "") return node.props.placeholder ?? "";
  return node.props.password ? "•".repeat(value.length) : value;
}

/** Returns the node's text in lines for this width; caches the last result. */
export function linesOf(node: UiNode, widthPx: number): TextLine[] {
  const text = shownText(node);
  const font = fontOf(node);
  const key = `${Math.round(widthPx)}|${font.sizePx}|${font.weight}|${font.letterSpacingPx}|${node.props.maxLines ?? 0}|${text}`;
  if (node.lines?.key === key) return node.lines.lines;
  const lines = breakLines(node, text, font, widthPx);
  node.lines = { key, lines };
  return lines;
}

/** Returns whether the field's text continues on further rows instead of scrolling sideways. */
export function hasRows({ props }: UiNode): boolean {
  return props.multiline === true || props.wraps === true;
}

function breakLines(node: UiNode, text: string, font: FontSpec, widthPx: number): TextLine[] {
  // Layout rounds widths to whole pixels; the rounding must not push the last word to a new line.
  const available = widthPx + 0.5;
  if (node.kind === "ui-field" && !hasRows(node)) {
    return [singleLine(text, font)];
  }
  if (node.props.maxLines === 1 && !text.includes("\n")) {
    return [ellipsize(singleLine(text, font), font, available)];
  }
  return layoutText(text, font, available, node.props.maxLines);
}

/** Returns the text's area inside the node's padding. */
export function contentRect(node: UiNode): Rect {
  const { bounds, yoga } = node;
  return {
    left: bounds.left + yoga.getComputedPadding(Edge.Left),
    top: bounds.top + yoga.getComputedPadding(Edge.Top),
    right: bounds.right - yoga.getComputedPadding(Edge.Right),
    bottom: bounds.bottom - yoga.getComputedPadding(Edge.Bottom),
  };
}

/** Returns the left edge of the line's text on the screen; a right-to-left paragraph starts at the right. */
export function lineLeftPx(node: UiNode, line: TextLine): number {
  const { left, right } = contentRect(node);
  const { textAlign = "start" } = textStyleOf(node);
  const freePx = right - left - line.widthPx;
  if (textAlign === "center") return left + freePx / 2 - hangingPx(node, line);
  return (textAlign === "end") === line.rtl ? left - hangingPx(node, line) : left + freePx - hangingPx(node, line);
}

/**
 * Returns the width of trailing spaces that lie at the left edge of a right-to-left line. The line's width excludes
 * trailing spaces.
 */
function hangingPx(node: UiNode, line: TextLine): number {
  return line.rtl ? measureText(line.text, fontOf(node)) - line.widthPx : 0;
}
