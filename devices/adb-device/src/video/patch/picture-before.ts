import type { Rows } from "../../ports/display.ts";
import type { I420Picture } from "../i420-picture.ts";

/** Number of samples compared at once, one byte each. */
const TOGETHER = 4;

/** A copy of some rows before they are read again, to detect changes. */
export class PictureBefore {
  readonly #picture: I420Picture;
  readonly #copy: Uint8Array;
  readonly #now: Uint32Array;
  readonly #before: Uint32Array;
  #rows: Rows = { top: 0, bottom: 0 };

  /** Width and height are multiples of 8, so that each row starts at a word boundary. */
  constructor(picture: I420Picture) {
    this.#picture = picture;
    this.#copy = new Uint8Array(picture.bytes.length);
    this.#now = new Uint32Array(picture.bytes.buffer);
    this.#before = new Uint32Array(this.#copy.buffer);
  }

  /** Stores these rows, an even number starting at an even row. */
  keep(rows: Rows): void {
    this.#rows = rows;
    for (const { start, end } of this.#planes()) this.#copy.set(this.#picture.bytes.subarray(start, end), start);
  }

  /** Returns the numbers of the changed macroblocks, row by row; undefined if there are more than `most`. */
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

  /**
   * Returns the byte range of the rows in each plane, with the plane's start, its width and the macroblock's side in
   * it.
   */
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
