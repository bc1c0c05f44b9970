import type { Rows } from "../../ports/display.ts";
import type { I420Picture } from "../i420-picture.ts";

/** Points of a plane that are compared at once, a byte each. */
const TOGETHER = 4;

/** Some rows of a picture as they were before they were read anew, to find what has changed in them. */
export class PictureBefore {
  readonly #picture: I420Picture;
  readonly #copy: Uint8Array;
  readonly #now: Uint32Array;
  readonly #before: Uint32Array;
  #rows: Rows = { top: 0, bottom: 0 };

  /** The picture's width and height are multiples of 8, so that each row begins with a whole word. */
  constructor(picture: I420Picture) {
    this.#picture = picture;
    this.#copy = new Uint8Array(picture.bytes.length);
    this.#now = new Uint32Array(picture.bytes.buffer);
    this.#before = new Uint32Array(this.#copy.buffer);
  }

  /** Keeps these rows, an even number from an even one on. */
  keep(rows: Rows): void {
    this.#rows = rows;
    for (const { start, end } of this.#planes()) this.#copy.set(this.#picture.bytes.subarray(start, end), start);
  }

  /** The numbers of the macroblocks that differ now, row after row; undefined if there are more than `most`. */
  changedMacroblocks(most: number): Set<number> | undefined {
    const changed = new Set<number>();
    const across = Math.ceil(this.#picture.widthPx / 16);
    for (const { start, end, plane, width, side } of this.#planes())
      for (let at = start / TOGETHER; at < end / TOGETHER; at++) {
        if (this.#now[at] === this.#before[at]) continue;
        const point = at * TOGETHER - plane;
        changed.add(Math.floor(point / width / side) * across + Math.floor((point % width) / side));
        if (changed.size > most) return undefined;
      }
    return changed;
  }

  /** The bytes of the rows in each plane, with the plane's begin, its width and the side of a macroblock in it. */
  #planes(): { start: number; end: number; plane: number; width: number; side: number }[] {
    const { widthPx, heightPx } = this.#picture;
    const { top, bottom } = this.#rows;
    const pixels = widthPx * heightPx;
    const planeOf = (plane: number, part: number) => {
      const width = widthPx / part;
      return {
        start: plane + (top / part) * width,
        end: plane + (bottom / part) * width,
        plane,
        width,
        side: 16 / part,
      };
    };
    return [planeOf(0, 1), planeOf(pixels, 2), planeOf(pixels + pixels / 4, 2)];
  }
}
