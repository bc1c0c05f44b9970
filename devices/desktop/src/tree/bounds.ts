import { areaOf, type Bounds, isEmpty, sharedBy } from "@terrarium/ui-tree/bounds";

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

/** Returns the largest part of an area that is entirely above, below, left or right of a cover. */
export function largestBeside(area: Bounds, cover: Bounds): Bounds {
  const shared = sharedBy(area, cover);
  if (isEmpty(shared)) return area;
  const sides = [
    { ...area, bottom: shared.top },
    { ...area, top: shared.bottom },
    { ...area, right: shared.left },
    { ...area, left: shared.right },
  ];
  return sides.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? area;
}
