/** A rectangle in pixels; right and bottom are exclusive. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function isEmpty(rect: Rect): boolean {
  return rect.right <= rect.left || rect.bottom <= rect.top;
}

export function roundedRect({ left, top, right, bottom }: Rect): Rect {
  return { left: Math.round(left), top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) };
}

export function sameRect(a: Rect, b: Rect): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
}

export function intersects(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export function intersection(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function union(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The parts of the screen to redraw in the next frame: few rectangles without overlap. */
export class Damage {
  static readonly #rectsMax = 4;
  #rects: Rect[] = [];

  add(rect: Rect): void {
    if (isEmpty(rect)) return;
    let merged: Rect = {
      left: Math.floor(rect.left),
      top: Math.floor(rect.top),
      right: Math.ceil(rect.right),
      bottom: Math.ceil(rect.bottom),
    };
    // A union may touch rectangles that neither part touched, so the search starts over until none touches.
    for (let index = 0; index < this.#rects.length; index++) {
      const other = this.#rects[index];
      if (!other || !(intersects(other, merged) || this.#rects.length >= Damage.#rectsMax)) continue;
      merged = union(other, merged);
      this.#rects.splice(index, 1);
      index = -1;
    }
    this.#rects.push(merged);
  }

  /** Returns the added areas within these bounds and clears them. */
  take(bounds: Rect): Rect[] {
    const rects = this.#rects.map((rect) => intersection(rect, bounds)).filter((rect) => !isEmpty(rect));
    this.#rects = [];
    return rects;
  }

  get pending(): boolean {
    return this.#rects.length > 0;
  }
}
