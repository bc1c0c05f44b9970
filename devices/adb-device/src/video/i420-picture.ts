import type { PixelOrder } from "../ports/display.ts";

/**
 * An image in H.264's input format (I420): luma of each pixel, then two chroma planes with one sample per 2 × 2 pixels.
 * It is reused from frame to frame, so that only changed rows are converted, and no image-sized memory is allocated
 * again.
 */
export class I420Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Uint8Array;

  /** Width and height are even, in pixels. The image is initially black. */
  constructor(widthPx: number, heightPx: number) {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    const pixels = widthPx * heightPx;
    this.bytes = new Uint8Array((pixels * 3) / 2).fill(16, 0, pixels).fill(128, pixels);
  }

  /**
   * Converts whole rows, an even number starting at an even row: 4 bytes per opaque pixel. Uses BT.601 with television
   * range (ITU-R BT.601, 2.5.3), in 8-bit fixed point.
   */
  putRows(topPx: number, pixels: Uint8Array | Uint8ClampedArray, order: PixelOrder = "rgba"): void {
    const { bytes, widthPx, heightPx } = this;
    const points = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength >> 2);
    // Bit shifts of red and blue.
    const [toR, toB] = order === "rgba" ? [0, 16] : [16, 0];
    const rows = points.length / widthPx;
    const chroma = widthPx * heightPx + (topPx >> 1) * (widthPx >> 1);
    const toRed = (widthPx * heightPx) >> 2;
    for (let row = 0; row < rows; row += 2) {
      let from = row * widthPx;
      let to = topPx * widthPx + from;
      let blue = chroma + (row >> 1) * (widthPx >> 1);
      for (const end = from + widthPx; from < end; from += 2, to += 2, blue++) {
        // Only complete 2 × 2 squares occur: the defaults just satisfy the compiler.
        const a = points[from] ?? 0;
        const b = points[from + 1] ?? 0;
        const c = points[from + widthPx] ?? 0;
        const d = points[from + widthPx + 1] ?? 0;
        let r = (a >> toR) & 255;
        let g = (a >> 8) & 255;
        let u = (a >> toB) & 255;
        const y = (66 * r + 129 * g + 25 * u + 4224) >> 8;
        bytes[to] = y;
        if (a === b && a === c && a === d) {
          // Most of a screen has a uniform colour.
          bytes[to + 1] = y;
          bytes[to + widthPx] = y;
          bytes[to + widthPx + 1] = y;
          r *= 4;
          g *= 4;
          u *= 4;
        } else {
          bytes[to + 1] = luma(b, toR, toB);
          bytes[to + widthPx] = luma(c, toR, toB);
          bytes[to + widthPx + 1] = luma(d, toR, toB);
          r += ((b >> toR) & 255) + ((c >> toR) & 255) + ((d >> toR) & 255);
          g += ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255);
          u += ((b >> toB) & 255) + ((c >> toB) & 255) + ((d >> toB) & 255);
        }
        bytes[blue] = (-38 * r - 74 * g + 112 * u + 131_584) >> 10;
        bytes[blue + toRed] = (112 * r - 94 * g - 18 * u + 131_584) >> 10;
      }
    }
  }
}

/** Returns a pixel's luma. Bytes are in memory order: the first is the lowest on all machines that Node supports. */
function luma(point: number, toR: number, toB: number): number {
  return (66 * ((point >> toR) & 255) + 129 * ((point >> 8) & 255) + 25 * ((point >> toB) & 255) + 4224) >> 8;
}
