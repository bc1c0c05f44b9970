import { caretXPx, coveredPx, nearestIndex } from "./caret-places.ts";
import { noteChange, stepBack } from "./field-history.ts";
import type { UiNode } from "./node.ts";
import { oneLine } from "./one-line.ts";
import type { Rect } from "./rect.ts";
import { graphemeStarts, type TextLine } from "./text-layout.ts";
import { contentRect, fontOf, hasRows, lineHeightPx, lineLeftPx, linesOf } from "./text-node.ts";

/** Editing of a field: its caret, its selection and the changes by typing. The parent component stores the value. */

const CARET_WIDTH_DP = 2;
const words = new Intl.Segmenter("en", { granularity: "word" });

function valueOf(node: UiNode): string {
  return node.props.value ?? "";
}

function fieldLines(node: UiNode): TextLine[] {
  const content = contentRect(node);
  // Without a value the placeholder is laid out, but its positions are not valid for the caret.
  if (valueOf(node) === "") return [{ text: "", start: 0, end: 0, widthPx: 0, rtl: false }];
  return linesOf(node, content.right - content.left);
}

/** Returns the line of the caret; at a soft break, the next line. */
function caretLine(node: UiNode, lines: TextLine[]): number {
  const index = lines.findLastIndex((line) => line.start <= node.caret);
  return Math.max(0, index);
}

/** Returns the caret on the screen, before the field's own horizontal scroll. */
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
  return { left, top, right: left + CARET_WIDTH_DP * node.scale, bottom: top + height };
}

/** Returns the horizontal scroll of a field without rows that keeps the caret visible. */
export function fieldScrollXPx(node: UiNode): number {
  if (hasRows(node)) return 0;
  const caret = caretRect(node);
  const content = contentRect(node);
  return caret.right > content.right ? caret.right - content.right : Math.min(0, caret.left - content.left);
}

/** Returns the index in the value nearest to this point of the screen. */
export function indexAt(node: UiNode, xPx: number, yPx: number): number {
  const content = contentRect(node);
  const lines = fieldLines(node);
  const index = Math.max(0, Math.min(lines.length - 1, Math.floor((yPx - content.top) / lineHeightPx(node))));
  const line = lines[index];
  return line ? caretInLine(node, line, xPx + fieldScrollXPx(node)) : 0;
}

/** Places the caret at the finger. */
export function placeCaret(node: UiNode, xPx: number, yPx: number): void {
  node.caret = indexAt(node, xPx, yPx);
  node.anchor = undefined;
  node.dirty = true;
}

/** Returns the index in the value with the nearest caret, before the field's own scroll. */
function caretInLine(node: UiNode, line: TextLine, xPx: number): number {
  const index = nearestIndex(line, xPx - lineLeftPx(node, line), fontOf(node));
  return Math.min(line.start + index, valueOf(node).length);
}

/** Inserts text at the caret, or replaces the selection. A single-line field turns line breaks into spaces. */
export function insertText(node: UiNode, text: string): void {
  const value = valueOf(node);
  const { start, end } = selectionOf(node) ?? { start: node.caret, end: node.caret };
  const inserted = node.props.multiline ? text.replaceAll(/\r\n?/g, "\n") : oneLine(text);
  change(node, value.slice(0, start) + inserted + value.slice(end), start + inserted.length);
}

/** Deletes the selection, or else the character before or after the caret. */
export function deleteCharacter(node: UiNode, direction: "backward" | "forward"): void {
  if (selectionOf(node)) return insertText(node, "");
  const value = valueOf(node);
  const start = direction === "backward" ? previousStart(value, node.caret) : node.caret;
  const end = direction === "backward" ? node.caret : nextStart(value, node.caret);
  if (start !== end) change(node, value.slice(0, start) + value.slice(end), start);
}

/** Deletes the selection, or else up to the next edge of a word. */
export function deleteWord(node: UiNode, direction: "backward" | "forward"): void {
  if (!selectionOf(node)) moveCaret(node, direction === "backward" ? "wordLeft" : "wordRight", true);
  if (selectionOf(node)) insertText(node, "");
}

function segmentWords(value: string): Intl.SegmentData[] {
  return [...words.segment(value)];
}

function wordEdges(value: string): { start: number; end: number }[] {
  return segmentWords(value)
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));
}

/** Returns whether the field has a row above or below the caret. */
export function hasRowBeside(node: UiNode, direction: "up" | "down"): boolean {
  const lines = fieldLines(node);
  const index = caretLine(node, lines);
  return direction === "up" ? index > 0 : index < lines.length - 1;
}

/** Moves the caret; with `selecting` the other end of the selection stays. */
export function moveCaret(node: UiNode, direction: CaretDirection, selecting = false): void {
  const value = valueOf(node);
  const selection = selectionOf(node);
  node.anchor = selecting ? (node.anchor ?? node.caret) : undefined;
  if (selection && !selecting && (direction === "left" || direction === "right")) {
    node.caret = direction === "left" ? selection.start : selection.end;
    node.dirty = true;
    return;
  }
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
    case "wordLeft":
      node.caret = wordEdges(value).findLast(({ start }) => start < node.caret)?.start ?? 0;
      break;
    case "wordRight":
      node.caret = wordEdges(value).find(({ end }) => end > node.caret)?.end ?? value.length;
      break;
    case "start":
      node.caret = 0;
      break;
    case "finish":
      node.caret = value.length;
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

/** Undoes the last change, or redoes it with "redo"; returns false if there is none. */
export function stepHistory(node: UiNode, direction: "undo" | "redo"): boolean {
  const step = stepBack(node, { value: valueOf(node), caret: node.caret }, direction);
  if (!step) return false;
  put(node, step.value, step.caret);
  return true;
}

function change(node: UiNode, value: string, caret: number): void {
  noteChange(node, { value: valueOf(node), caret: node.caret }, value);
  put(node, value, caret);
}

function put(node: UiNode, value: string, caret: number): void {
  // Set before `onChange`, since the parent component may render the new value at once.
  node.pendingCaret = caret;
  node.props.onChange?.(value);
  node.anchor = undefined;
  node.dirty = true;
}

export type CaretDirection =
  | "left"
  | "right"
  | "up"
  | "down"
  | "home"
  | "end"
  | "wordLeft"
  | "wordRight"
  | "start"
  | "finish";

/** Returns the selection as a range of the value; undefined if it is empty. */
export function selectionOf(node: UiNode): { start: number; end: number } | undefined {
  const { anchor, caret } = node;
  if (anchor === undefined || anchor === caret) return undefined;
  return { start: Math.min(anchor, caret), end: Math.max(anchor, caret) };
}

export function selectedText(node: UiNode): string {
  const selection = selectionOf(node);
  return selection ? valueOf(node).slice(selection.start, selection.end) : "";
}

export function select(node: UiNode, start: number, end: number): void {
  node.anchor = start;
  node.caret = end;
  node.dirty = true;
}

export function selectAll(node: UiNode): void {
  select(node, 0, valueOf(node).length);
}

/** Selects the word at this index, or the other characters there if it is not a word. */
export function selectWord(node: UiNode, index: number): void {
  const value = valueOf(node);
  const parts = segmentWords(value);
  const part = parts.find((each) => index >= each.index && index < each.index + each.segment.length) ?? parts.at(-1);
  if (part) select(node, part.index, part.index + part.segment.length);
}

/** Extends the selection by words from the first selected word to this index; the first word always stays selected. */
export function extendByWords(node: UiNode, first: { start: number; end: number }, index: number): void {
  if (index < first.start) {
    const start = segmentWords(valueOf(node)).findLast((each) => each.index <= index)?.index ?? 0;
    select(node, first.end, start);
  } else if (index > first.end) {
    const last = segmentWords(valueOf(node)).find((each) => each.index + each.segment.length >= index);
    select(node, first.start, last ? last.index + last.segment.length : valueOf(node).length);
  } else select(node, first.start, first.end);
}

/** Returns the selected areas of the screen, from the start of the selection to its end. */
export function selectionRects(node: UiNode): Rect[] {
  const selection = selectionOf(node);
  if (!selection) return [];
  const content = contentRect(node);
  const font = fontOf(node);
  const height = lineHeightPx(node);
  const scrollPx = fieldScrollXPx(node);
  return fieldLines(node).flatMap((line, index) => {
    const start = Math.max(line.start, selection.start);
    const end = Math.min(line.end, selection.end);
    if (start >= end) return [];
    const left = lineLeftPx(node, line) - scrollPx;
    const top = content.top + index * height;
    return coveredPx(line, start - line.start, end - line.start, font).map(({ leftPx, rightPx }) => ({
      left: left + leftPx,
      top,
      right: left + rightPx,
      bottom: top + height,
    }));
  });
}

/** Returns whether text at the caret begins a sentence: at the start, on a new line, or after another sentence. */
export function beginsSentence(node: UiNode): boolean {
  return /(^|\n|[.!?。！？]["”’)\]]*\s+)$/.test(valueOf(node).slice(0, node.caret));
}

function previousStart(value: string, index: number): number {
  return graphemeStarts(value).findLast((start) => start < index) ?? 0;
}

function nextStart(value: string, index: number): number {
  return graphemeStarts(value).find((start) => start > index) ?? value.length;
}
