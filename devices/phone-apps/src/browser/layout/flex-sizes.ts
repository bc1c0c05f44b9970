import type { FlexAlign } from "../css/computed-style.ts";

/** An item along the line: all lengths are those of its margin box, in dp. */
export interface FlexItem {
  /** Before it grows or shrinks. */
  base: number;
  least: number;
  grow: number;
  shrink: number;
}

/** Which items share a line: the first index of each line. */
export function flexLines(items: readonly FlexItem[], available: number, gap: number, wraps: boolean): number[] {
  const starts: number[] = [];
  let used = Infinity;
  for (const [index, { base }] of items.entries()) {
    if (starts.length === 0 || (wraps && used + gap + base > available + 0.01)) {
      starts.push(index);
      used = base;
    } else used += gap + base;
  }
  return starts;
}

/** The items' sizes once they have shared what is left, or given up what is missing (CSS Flexbox 1, section 9.7). */
export function flexedSizes(items: readonly FlexItem[], available: number, gap: number): number[] {
  const room = available - gap * Math.max(0, items.length - 1);
  const grows = items.reduce((sum, { base }) => sum + base, 0) < room;
  const weights = items.map(({ base, grow, shrink }) => (grows ? grow : shrink * base));
  const sizes = items.map(({ base }) => base);
  const settled = new Set<number>();
  // Who would get less than his least size has that; the others share the rest again.
  for (let round = 0; round <= items.length; round++) {
    const free =
      room - items.reduce((sum, { base }, index) => sum + (settled.has(index) ? (sizes[index] ?? 0) : base), 0);
    const all = weights.reduce((sum, weight, index) => (settled.has(index) ? sum : sum + weight), 0);
    // Growth factors below one in all take only their part.
    const part = all <= 0 ? 0 : free / (grows ? Math.max(1, all) : all);
    const short: number[] = [];
    for (const [index, { base, least }] of items.entries()) {
      if (settled.has(index)) continue;
      sizes[index] = base + part * (weights[index] ?? 0);
      if (sizes[index] < least) short.push(index);
    }
    if (short.length === 0) break;
    for (const index of short) {
      settled.add(index);
      sizes[index] = items[index]?.least ?? 0;
    }
  }
  return sizes;
}

/** Where the first item begins, and how much more than the gap lies between two. */
export function spread(justify: FlexAlign, free: number, count: number): { start: number; between: number } {
  if (free <= 0) return { start: justify === "center" ? free / 2 : justify === "end" ? free : 0, between: 0 };
  switch (justify) {
    case "center":
      return { start: free / 2, between: 0 };
    case "end":
      return { start: free, between: 0 };
    case "between":
      return count > 1 ? { start: 0, between: free / (count - 1) } : { start: 0, between: 0 };
    case "around":
      return { start: free / count / 2, between: free / count };
    case "evenly":
      return { start: free / (count + 1), between: free / (count + 1) };
    default:
      return { start: 0, between: 0 };
  }
}
