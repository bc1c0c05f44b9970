/** A rectangle in pixels of the screen in its current rotation. right and bottom are exclusive. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const centerOf = ({ left, top, right, bottom }: Bounds): { x: number; y: number } => ({
  x: Math.floor((left + right) / 2),
  y: Math.floor((top + bottom) / 2),
});

/** Returns the intersection of two areas, which may be empty. */
export const sharedBy = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Returns the number of pixels; 0 for an empty area. */
export const areaOf = (bounds: Bounds): number =>
  isEmpty(bounds) ? 0 : (bounds.right - bounds.left) * (bounds.bottom - bounds.top);

export const isEmpty = ({ left, top, right, bottom }: Bounds): boolean => right <= left || bottom <= top;
