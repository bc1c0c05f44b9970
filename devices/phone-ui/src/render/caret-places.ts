import { visualRuns, type DirectionRun } from "./text-direction.ts";
import { graphemeStarts, measureText, type FontSpec, type TextLine } from "./text-layout.ts";

/** Where the characters of a line stand on it, in pixels from the left edge of its text; indexes count in the line. */

interface PlacedRun extends DirectionRun {
  leftPx: number;
  widthPx: number;
}

/** Keeps a letter in the form that joins the next one, where a measured piece ends between the two. */
const joiner = "\u200d";
const joins = /\p{Script=Arabic}$/u;

/** Where the caret stands before the character at this index. */
export function caretXPx(line: TextLine, index: number, font: FontSpec): number {
  const runs = placeRuns(line, font);
  if (index >= line.text.length) return line.rtl ? 0 : widthOf(runs);
  const run = runs.find((each) => index >= each.start && index < each.end);
  return run ? xInRun(line, run, index, font) : 0;
}

/** The index, at the start of a character or the end of the line, whose caret is nearest. */
export function nearestIndex(line: TextLine, xPx: number, font: FontSpec): number {
  const places = [...graphemeStarts(line.text), line.text.length].map((index) => ({
    index,
    distancePx: Math.abs(caretXPx(line, index, font) - xPx),
  }));
  return places.reduce((best, each) => (each.distancePx < best.distancePx ? each : best)).index;
}

/** The stripes that the characters from `start` to `end` cover: several where directions mix. */
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
  const offsetPx = measureText(joins.test(before) ? before + joiner : before, font);
  return run.rtl ? run.leftPx + run.widthPx - offsetPx : run.leftPx + offsetPx;
}
