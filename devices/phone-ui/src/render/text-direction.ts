import bidiFactory from "bidi-js";

/** A part of a line with one reading direction. */
export interface DirectionRun {
  start: number;
  end: number;
  rtl: boolean;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u202b\u202e\u2067]/u;
const STRONG = /[\p{L}\u200e\u200f]/u;

let bidi: ReturnType<typeof bidiFactory> | undefined;

/** Returns whether a paragraph runs from right to left, determined by its first letter (UAX #9, rules P2 and P3). */
export function isRightToLeft(paragraph: string): boolean {
  if (!RIGHT_TO_LEFT.test(paragraph)) return false;
  const first = STRONG.exec(paragraph)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

/** Returns the runs of a line in visual order from left to right (UAX #9, rule L2). */
export function visualRuns(line: string, paragraphRtl: boolean): DirectionRun[] {
  if (!paragraphRtl && !RIGHT_TO_LEFT.test(line)) return [{ start: 0, end: line.length, rtl: false }];
  bidi ??= bidiFactory();
  const { levels } = bidi.getEmbeddingLevels(line, paragraphRtl ? "rtl" : "ltr");
  const runs: (DirectionRun & { level: number })[] = [];
  for (const [index, level] of levels.entries()) {
    const last = runs.at(-1);
    if (last?.level === level) last.end = index + 1;
    else runs.push({ start: index, end: index + 1, rtl: level % 2 === 1, level });
  }
  return reorder(runs);
}

/** From the highest level down, reverses all adjacent runs at that level or above. */
function reorder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const deepest = Math.max(0, ...runs.map((run) => run.level));
  for (let level = deepest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end === start) continue;
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}
