import { closeSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 100;
const COLOR_BYTES = 12;
const PIXEL_BYTES = 4;
/** Header fields of 32 bits each, in big-endian order (X11/XWDFile.h). */
const FIELDS = { headerSize: 0, version: 1, bitsPerPixel: 11, bytesPerLine: 12, colors: 19 };

/**
 * The pixels of Xvfb's screen, read from its framebuffer file. A pixel has 4 bytes: blue, green, red and one unused.
 */
export class Framebuffer {
  readonly #file: number;
  readonly #pixelsAt: number;
  readonly #lineBytes: number;
  #lines = Buffer.alloc(0);

  /** Throws if the file is missing or has another format. */
  constructor(path: string) {
    this.#file = openSync(path, "r");
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(this.#file, header, 0, HEADER_BYTES, 0);
    const field = (index: number) => header.readUInt32BE(4 * index);
    if (field(FIELDS.bitsPerPixel) !== 8 * PIXEL_BYTES) throw new Error(`${path} has no pixels of 32 bits`);
    this.#pixelsAt = field(FIELDS.headerSize) + field(FIELDS.colors) * COLOR_BYTES;
    this.#lineBytes = field(FIELDS.bytesPerLine);
  }

  /** Returns the current pixels of some rows of the screen's left part. The next call reuses the memory. */
  rows(widthPx: number, top: number, count: number): Buffer {
    const rowBytes = widthPx * PIXEL_BYTES;
    const length = count * this.#lineBytes;
    if (this.#lines.length < length) this.#lines = Buffer.allocUnsafeSlow(length);
    readSync(this.#file, this.#lines, 0, length, this.#pixelsAt + top * this.#lineBytes);
    // The server's lines have the length of its largest screen.
    if (rowBytes < this.#lineBytes)
      for (let row = 1; row < count; row++)
        this.#lines.copyWithin(row * rowBytes, row * this.#lineBytes, row * this.#lineBytes + rowBytes);
    return this.#lines.subarray(0, count * rowBytes);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Returns an opaque copy with red and blue swapped. */
export function toRgba(bgrx: Uint8Array): Uint8Array {
  const from = new Uint32Array(bgrx.buffer, bgrx.byteOffset, bgrx.byteLength >> 2);
  const to = new Uint32Array(from.length);
  // Both formats use memory order: blue is the lowest byte on all machines that Node supports.
  for (let i = 0; i < from.length; i++) {
    const point = from[i] ?? 0;
    to[i] = 0xff000000 | ((point & 0xff) << 16) | (point & 0xff00) | ((point >> 16) & 0xff);
  }
  return new Uint8Array(to.buffer);
}

/** Resizes an image; each pixel is the average of the source pixels that it covers. */
export function scale(
  pixels: Uint8Array,
  from: { widthPx: number; heightPx: number },
  to: { widthPx: number; heightPx: number },
): Uint8Array {
  const scaled = new Uint8Array(to.widthPx * to.heightPx * PIXEL_BYTES);
  const [stepX, stepY] = [from.widthPx / to.widthPx, from.heightPx / to.heightPx];
  let at = 0;
  for (let y = 0; y < to.heightPx; y++) {
    const top = Math.floor(y * stepY);
    const bottom = Math.max(top + 1, Math.floor((y + 1) * stepY));
    for (let x = 0; x < to.widthPx; x++, at += PIXEL_BYTES) {
      const left = Math.floor(x * stepX);
      const right = Math.max(left + 1, Math.floor((x + 1) * stepX));
      let [a, b, c] = [0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (
          let i = (row * from.widthPx + left) * PIXEL_BYTES, end = i + (right - left) * PIXEL_BYTES;
          i < end;
          i += PIXEL_BYTES
        ) {
          a += pixels[i] ?? 0;
          b += pixels[i + 1] ?? 0;
          c += pixels[i + 2] ?? 0;
        }
      const count = (bottom - top) * (right - left);
      scaled[at] = a / count;
      scaled[at + 1] = b / count;
      scaled[at + 2] = c / count;
    }
  }
  return scaled;
}
