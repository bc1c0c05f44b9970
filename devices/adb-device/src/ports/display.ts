/** What is drawn: whoever draws the device's screen provides it, the mirror, recordings and screenshots read it. */
export interface Display {
  /** Current size in pixels, after rotation, and density in dots per inch (160 = 1 px per dp). */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly densityDpi: number;
  /** The same before rotation and before `wm size` or `wm density` put another in its place. */
  readonly physical: { widthPx: number; heightPx: number; densityDpi: number };
  /** Quarter turns from the device's own position, as in AOSP Surface.java. */
  readonly rotation: Rotation;
  /** Something moves on it, such as a list after a fling, or is being read to be shown, such as a folder. */
  readonly changing: boolean;
  /** Calls the listener after the size has changed, as by rotation. Returns the function that stops it. */
  onResize(listener: () => void): () => void;
  /** Turns by a quarter between upright and sideways, as scrcpy's rotate does, and stays so. */
  rotate(): void;
  /** The screen as it is now, as a PNG file. Draws a pending frame first. */
  capturePng(): Promise<Uint8Array>;
  /** The screen as it is now, scaled to the given size. Draws a pending frame first. Read it before you next yield. */
  picture(widthPx: number, heightPx: number): Picture;
  /**
   * Calls the listener after each drawn frame with the rows in which it may differ from the one before; a screen at rest
   * draws none. Returns the function that stops it.
   */
  onFrame(listener: (changed: Rows) => void): () => void;
}

/** Rows of the screen, in pixels: from `top` to before `bottom`. */
export interface Rows {
  top: number;
  bottom: number;
}

export type Rotation = 0 | 1 | 2 | 3;

/** In which order the bytes of a pixel are. */
export type PixelOrder = "rgba" | "bgrx";

/** Pixels in memory: 4 bytes a pixel, row after row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Of the rows; red first if it is not told. */
  readonly order?: PixelOrder;
  /** Copies the pixels, red first. */
  data(): Uint8Array;
  /** Some rows of them, which may change when the screen is drawn next. */
  rows(top: number, count: number): Uint8Array;
}
