import { visualRuns, type DirectionRun } from "./text-direction.ts";
import { graphemeStarts, measureText, type FontSpec, type TextLine } from "./text-layout.ts";

/**
 * Horizontal positions of a line's characters, in pixels from the left edge of its text. Indexes count within the line.
 */

interface PlacedRun extends DirectionRun {
  leftPx: number;
  widthPx: number;
}

/** Preserves a letter's joining form when the measured text ends between two joined letters. */
const JOINER = "\u200d";
const JOINS = /\p{Script=Arabic}$/u;

/** Returns the caret's x position before the character at this index. */
export function caretXPx(line: TextLine, index: number, font: FontSpec): number {
  const runs = placeRuns(line, font);
  if (index >= line.text.length) return line.rtl ? 0 : widthOf(runs);
  const run = runs.find((each) => index >= each.start && index < each.end);
  return run ? xInRun(line, run, index, font) : 0;
}

/** Returns the index with the nearest caret, at the start of a character or the end of the line. */
export function nearestIndex(line: TextLine, xPx: number, font: FontSpec): number {
  const places = [...graphemeStarts(line.text), line.text.length].map((index) => ({
    index,
    distancePx: Math.abs(caretXPx(line, index, font) - xPx),
  }));
  return places.reduce((best, each) => (each.distancePx < best.distancePx ? each : best)).index;
}

/** Returns the horizontal ranges of the characters from `start` to `end`; mixed directions have several ranges. */
export function coveredPx(
  line: TextLine,
  start: number,
  end: number,
  font: FontSpec,
): { leftPx: number; rightPx: number }[] {
  return placeRuns(line, font).flatMap((run) => {
    const from = Math.max(start, run.start);
    const to = Math.min(end, run.end);
    if (from >= to) return [];
    const edges = [xInRun(line, run, from, font), xInRun(line, run, to, font)];
    return [{ leftPx: Math.min(...edges), rightPx: Math.max(...edges) }];
  });
}

function placeRuns(line: TextLine, font: FontSpec): PlacedRun[] {
  let leftPx = 0;
  return visualRuns(line.text, line.rtl).map((run) => {
    const placed = { ...run, leftPx, widthPx: measureText(line.text.slice(run.start, run.end), font) };
    leftPx += placed.widthPx;
    return placed;
  });
}

function widthOf(runs: readonly PlacedRun[]): number {
  return runs.reduce((sum, run) => sum + run.widthPx, 0);
}

function xInRun(line: TextLine, run: PlacedRun, index: number, font: FontSpec): number {
  if (index >= run.end) return run.rtl ? run.leftPx : run.leftPx + run.widthPx;
  const before = line.text.slice(run.start, index);
  const offsetPx = measureText(JOINS.test(before) ? before + JOINER : before, font);
  return run.rtl ? run.leftPx + run.widthPx - offsetPx : run.leftPx + offsetPx;
}
