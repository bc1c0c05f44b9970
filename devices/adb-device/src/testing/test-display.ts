import type { Display, Picture, Rows } from "../ports/display.ts";

/** A display of one colour, changed on request. */
export class TestDisplay implements Display {
  readonly densityDpi = 160;
  readonly rotation = 0;
  readonly changing = false;
  readonly physical = { widthPx: 320, heightPx: 480, densityDpi: 160 };
  widthPx: number;
  heightPx: number;
  /** Sizes of the requested images. */
  readonly pictures: [number, number][] = [];
  readonly #listeners = new Set<(changed: Rows) => void>();
  readonly #resizeListeners = new Set<() => void>();
  #count = 0;

  constructor(widthPx = 320, heightPx = 480) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
  }

  /** Number of frame listeners. */
  get watchers(): number {
    return this.#listeners.size;
  }

  change(): void {
    this.#count++;
    for (const listener of this.#listeners) listener({ top: 0, bottom: this.heightPx });
  }

  onFrame(listener: (changed: Rows) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onResize(listener: () => void): () => void {
    this.#resizeListeners.add(listener);
    return () => this.#resizeListeners.delete(listener);
  }

  rotate(): void {
    [this.widthPx, this.heightPx] = [this.heightPx, this.widthPx];
    for (const listener of this.#resizeListeners) listener();
  }

  picture(widthPx: number, heightPx: number): Picture {
    this.pictures.push([widthPx, heightPx]);
    const pixels = Buffer.alloc(widthPx * heightPx * 4, Buffer.of((this.#count * 40) & 0xff, 120, 60, 255));
    return {
      width: widthPx,
      height: heightPx,
      data: () => pixels,
      rows: (top, count) => pixels.subarray(top * widthPx * 4, (top + count) * widthPx * 4),
    };
  }

  async capturePng(): Promise<Uint8Array> {
    throw new Error("nobody takes a PNG of this display");
  }
}
