import { areaOf, type Bounds, sharedBy } from "@terrarium/ui-tree/bounds";

/** Returns the overlap of two areas: 1 for equal areas, 0 for disjoint ones. */
export function likeness(a: Bounds, b: Bounds): number {
  const shared = areaOf(sharedBy(a, b));
  return shared / Math.max(1, areaOf(a) + areaOf(b) - shared);
}

/** Returns whether the middle of the second area is inside the first. */
export function coversMiddle(cover: Bounds, { left, top, right, bottom }: Bounds): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= cover.left && x < cover.right && y >= cover.top && y < cover.bottom;
}
