import type { Display, Rows } from "../ports/display.ts";
import { I420Picture } from "./i420-picture.ts";
import { PictureBefore } from "./patch/picture-before.ts";

/** Number of source rows on each side that affect a row of a scaled image. */
const MIXED_ROWS = 2;

/** The screen as an image for encoding, updated by reading changed rows. */
export class ScreenReader {
  readonly picture: I420Picture;
  readonly #display: Display;
  #before: PictureBefore | undefined;
  /** Rows of the screen that changed since they were read. */
  #changed: Rows | undefined;

  /** `widthPx` and `heightPx`: size of the image; both are even. */
  constructor(display: Display, widthPx: number, heightPx: number) {
    this.#display = display;
    this.picture = new I420Picture(widthPx, heightPx);
    this.#changed = { top: 0, bottom: display.heightPx };
  }

  /** Records the rows changed by a frame of the screen. */
  noteChange({ top, bottom }: Rows): void {
    const { top: first, bottom: end } = this.#changed ?? { top, bottom };
    this.#changed = { top: Math.min(top, first), bottom: Math.max(bottom, end) };
  }

  /**
   * Updates the image from the screen. Draws a pending frame first. Returns the numbers of the changed macroblocks
   * (`PictureBefore`) if there are at most `most`. 0 skips the detection.
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

  /** Returns the changed rows of the image, an even number starting at an even row. */
  #changedRows(): Rows | undefined {
    if (!this.#changed) return undefined;
    const { heightPx } = this.picture;
    const scale = heightPx / this.#display.heightPx;
    const around = scale === 1 ? 0 : MIXED_ROWS;
    return {
      top: Math.max(0, evenFloor(this.#changed.top * scale - around)),
      bottom: Math.min(heightPx, evenFloor(this.#changed.bottom * scale + around + 2)),
    };
  }
}

function evenFloor(value: number): number {
  return 2 * Math.floor(value / 2);
}
