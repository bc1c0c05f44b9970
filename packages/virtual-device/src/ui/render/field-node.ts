import { caretXPx, coveredPx, nearestIndex } from "./caret-places.ts";
import type { UiNode } from "./node.ts";
import type { Rect } from "./rect.ts";
import { graphemeStarts, type TextLine } from "./text-layout.ts";
import { contentRect, fontOf, lineHeightPx, lineLeftPx, linesOf } from "./text-node.ts";

/** Editing a field: where its caret is, and what typing does to it. The value itself belongs to the field's owner. */

const caretWidthDp = 2;

function valueOf(node: UiNode): string {
  return node.props.value ?? "";
}

function fieldLines(node: UiNode): TextLine[] {
  const content = contentRect(node);
  // With nothing written the placeholder is laid out, which has no places for the caret.
  if (valueOf(node) === "") return [{ text: "", start: 0, end: 0, widthPx: 0, rtl: false }];
  return linesOf(node, content.right - content.left);
}

/** The line the caret stands in: at a soft break, the start of the next line. */
function caretLine(node: UiNode, lines: TextLine[]): number {
  const index = lines.findLastIndex((line) => line.start <= node.caret);
  return Math.max(0, index);
}

/** The caret on the screen, before the field's own sideways scroll. */
export function caretRect(node: UiNode): Rect {
  const content = contentRect(node);
  const lines = fieldLines(node);
  const index = caretLine(node, lines);
  const line = lines[index];
  const left = line
    ? lineLeftPx(node, line) + caretXPx(line, Math.max(0, node.caret - line.start), fontOf(node))
    : content.left;
  const height = lineHeightPx(node);
  const top = content.top + index * height;
  return { left, top, right: left + caretWidthDp * node.scale, bottom: top + height };
}

/** How far a one-line field has moved its text so that the caret shows. */
export function fieldScrollXPx(node: UiNode): number {
  if (node.props.multiline) return 0;
  const caret = caretRect(node);
  const content = contentRect(node);
  return caret.right > content.right ? caret.right - content.right : Math.min(0, caret.left - content.left);
}

/** Puts the caret where the finger is. */
export function placeCaret(node: UiNode, xPx: number, yPx: number): void {
  const content = contentRect(node);
  const lines = fieldLines(node);
  const index = Math.max(0, Math.min(lines.length - 1, Math.floor((yPx - content.top) / lineHeightPx(node))));
  const line = lines[index];
  if (line) node.caret = caretInLine(node, line, xPx + fieldScrollXPx(node));
  node.dirty = true;
}

/** The place in the value whose caret is nearest to this point of the screen, before the field's own scroll. */
function caretInLine(node: UiNode, line: TextLine, xPx: number): number {
  const index = nearestIndex(line, xPx - lineLeftPx(node, line), fontOf(node));
  return Math.min(line.start + index, valueOf(node).length);
}

/** Writes at the caret. A one-line field takes line breaks as spaces. */
export function insertText(node: UiNode, text: string): void {
  const value = valueOf(node);
  const inserted = node.props.multiline ? text.replaceAll(/\r\n?/g, "\n") : text.replaceAll(/[\r\n]+/g, " ");
  change(node, value.slice(0, node.caret) + inserted + value.slice(node.caret), node.caret + inserted.length);
}

/** Removes the character before or after the caret. */
export function deleteCharacter(node: UiNode, direction: "backward" | "forward"): void {
  const value = valueOf(node);
  const start = direction === "backward" ? previousStart(value, node.caret) : node.caret;
  const end = direction === "backward" ? node.caret : nextStart(value, node.caret);
  if (start !== end) change(node, value.slice(0, start) + value.slice(end), start);
}

export function moveCaret(node: UiNode, direction: "left" | "right" | "up" | "down" | "home" | "end"): void {
  const value = valueOf(node);
  const lines = fieldLines(node);
  const index = caretLine(node, lines);
  const line = lines[index];
  switch (direction) {
    case "left":
      node.caret = previousStart(value, node.caret);
      break;
    case "right":
      node.caret = nextStart(value, node.caret);
      break;
    case "home":
      node.caret = line?.start ?? 0;
      break;
    case "end":
      node.caret = line?.end ?? value.length;
      break;
    case "up":
    case "down": {
      const target = lines[direction === "up" ? index - 1 : index + 1];
      if (target) node.caret = caretInLine(node, target, caretRect(node).left);
      else node.caret = direction === "up" ? 0 : value.length;
      break;
    }
  }
  node.dirty = true;
}

function change(node: UiNode, value: string, caret: number): void {
  node.props.onChange?.(value);
  node.pendingCaret = caret;
  node.dirty = true;
}

function previousStart(value: string, index: number): number {
  return graphemeStarts(value).findLast((start) => start < index) ?? 0;
}

function nextStart(value: string, index: number): number {
  return graphemeStarts(value).find((start) => start > index) ?? value.length;
}
