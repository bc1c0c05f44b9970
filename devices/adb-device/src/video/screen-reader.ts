import type { Display, Rows } from "../ports/display.ts";
import { I420Picture } from "./i420-picture.ts";

/** A row of a scaled picture is mixed from this many rows on each side. */
const mixedRows = 2;

/** The screen as a picture to be encoded, kept up to date by reading the rows that have changed. */
export class ScreenReader {
  readonly #display: Display;
  readonly #picture: I420Picture;
  /** The rows of the screen that have changed since they were read. */
  #changed: Rows | undefined;

  /** The size is that of the picture, in pixels; both are even. */
  constructor(display: Display, widthPx: number, heightPx: number) {
    this.#display = display;
    this.#picture = new I420Picture(widthPx, heightPx);
    this.#changed = { top: 0, bottom: display.heightPx };
  }

  /** To be told of the rows that each frame of the screen changes. */
  noteChange({ top, bottom }: Rows): void {
    const { top: first, bottom: end } = this.#changed ?? { top, bottom };
    this.#changed = { top: Math.min(top, first), bottom: Math.max(bottom, end) };
  }

  /** The screen as it is now, in I420; the array is the same one each time. Draws a pending frame first. */
  read(): Uint8Array {
    const { widthPx, heightPx, bytes } = this.#picture;
    const screen = this.#display.picture(widthPx, heightPx);
    const rows = this.#changedRows();
    this.#changed = undefined;
    if (rows) this.#picture.putRows(rows.top, screen.rows(rows.top, rows.bottom - rows.top), screen.order);
    return bytes;
  }

  /** Rows of the picture, an even number from an even one on. */
  #changedRows(): Rows | undefined {
    if (!this.#changed) return undefined;
    const { heightPx } = this.#picture;
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
