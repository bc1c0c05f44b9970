import type { Display, Rows } from "../ports/display.ts";
import { I420Picture } from "./i420-picture.ts";
import { PictureBefore } from "./patch/picture-before.ts";

/** A row of a scaled picture is mixed from this many rows on each side. */
const mixedRows = 2;

/** The screen as a picture to be encoded, kept up to date by reading the rows that have changed. */
export class ScreenReader {
  readonly picture: I420Picture;
  readonly #display: Display;
  #before: PictureBefore | undefined;
  /** The rows of the screen that have changed since they were read. */
  #changed: Rows | undefined;

  /** The size is that of the picture, in pixels; both are even. */
  constructor(display: Display, widthPx: number, heightPx: number) {
    this.#display = display;
    this.picture = new I420Picture(widthPx, heightPx);
    this.#changed = { top: 0, bottom: display.heightPx };
  }

  /** To be told of the rows that each frame of the screen changes. */
  noteChange({ top, bottom }: Rows): void {
    const { top: first, bottom: end } = this.#changed ?? { top, bottom };
    this.#changed = { top: Math.min(top, first), bottom: Math.max(bottom, end) };
  }

  /**
   * Brings the picture up to date with the screen. Draws a pending frame first. Answers the numbers of the macroblocks
   * that changed (`PictureBefore`) if they are few: `most` at most. For 0 they are not looked for.
   */
  read(most: number): ReadonlySet<number> | "nothing" | "much" {
    const { widthPx, heightPx } = this.picture;
    const screen = this.#display.picture(widthPx, heightPx);
    const rows = this.#changedRows();
    this.#changed = undefined;
    if (!rows) return "nothing";
    const before = most > 0 ? (this.#before ??= new PictureBefore(this.picture)) : undefined;
    before?.keep(rows);
    this.picture.putRows(rows.top, screen.rows(rows.top, rows.bottom - rows.top), screen.order);
    if (!before) return "much";
    const changed = before.changedMacroblocks(most);
    return changed?.size === 0 ? "nothing" : (changed ?? "much");
  }

  /** Rows of the picture, an even number from an even one on. */
  #changedRows(): Rows | undefined {
    if (!this.#changed) return undefined;
    const { heightPx } = this.picture;
    const scale = heightPx / this.#display.heightPx;
    const around = scale === 1 ? 0 : mixedRows;
    return {
      top: Math.max(0, evenFloor(this.#changed.top * scale - around)),
      bottom: Math.min(heightPx, evenFloor(this.#changed.bottom * scale + around + 2)),
    };
  }
}

function evenFloor(value: number): number {
  return 2 * Math.floor(value / 2);
}
