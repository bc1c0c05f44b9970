/** The device's display. The renderer implements it; mirror, recordings and screenshots read it. */
export interface Display {
  /** Current size in pixels, after rotation, and density in dots per inch (160 = 1 px per dp). */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly densityDpi: number;
  /** Size and density before rotation and before overrides by `wm size` or `wm density`. */
  readonly physical: { widthPx: number; heightPx: number; densityDpi: number };
  /** Quarter turns from the device's own position, as in AOSP Surface.java. */
  readonly rotation: Rotation;
  /** Whether content is moving, such as a list after a fling, or loading, such as a folder. */
  readonly changing: boolean;
  /** Calls the listener after the size has changed, as by rotation. Returns a function that removes it. */
  onResize(listener: () => void): () => void;
  /** Rotates by a quarter turn between portrait and landscape, permanently, like scrcpy's rotate. */
  rotate(): void;
  /** Returns the current screen as a PNG file. Draws a pending frame first. */
  capturePng(): Promise<Uint8Array>;
  /**
   * Returns the current screen, scaled to the given size. Draws a pending frame first. Read the image before the next
   * await.
   */
  picture(widthPx: number, heightPx: number): Picture;
  /**
   * Calls the listener after each drawn frame with the rows that may have changed; an idle screen draws no frames.
   * Returns a function that removes the listener.
   */
  onFrame(listener: (changed: Rows) => void): () => void;
}

/** Rows of the screen, in pixels: from `top` up to, not including, `bottom`. */
export interface Rows {
  top: number;
  bottom: number;
}

export type Rotation = 0 | 1 | 2 | 3;

/** Byte order of a pixel. */
export type PixelOrder = "rgba" | "bgrx";

/** An image in memory: 4 bytes per pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Byte order of the rows; "rgba" by default. */
  readonly order?: PixelOrder;
  /** Returns a copy of the pixels, red first. */
  data(): Uint8Array;
  /** Returns some rows; the next drawn frame may change them. */
  rows(top: number, count: number): Uint8Array;
}
