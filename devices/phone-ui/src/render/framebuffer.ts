import { createCanvas, ImageData, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Picture } from "@terrarium/adb-device/ports/display";
import { collectYoungGarbage } from "@terrarium/adb-device/process-memory";
import type { Rect } from "./rect.ts";
import { releaseCanvas } from "./release-canvas.ts";

const BYTES_PER_PIXEL = 4;
/** Size of the canvas for all drawing. The allocator finds free space for this small size in the same places again. */
const PIECE_BYTES = 768 * 1024;
/** Limit of unreachable pixel buffers. With more of them, V8 marks its whole heap again and again. */
const GARBAGE_BYTES_MAX = 1024 * 1024;

/**
 * The pixels of the screen. A canvas of the screen's size would copy all its pixels at each drawing after a read. These
 * megabytes per frame would fragment the allocator's heap among small long-lived objects. The screen is therefore drawn
 * piece by piece on a small canvas and stored in plain memory.
 */
export class Framebuffer implements Picture {
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes a pixel, opaque, row after row. */
  readonly pixels: Buffer;
  readonly #canvas: Canvas;
  readonly #context: SKRSContext2D;
  readonly #pieceRows: number;
  #garbageBytes = 0;

  constructor(widthPx: number, heightPx: number) {
    this.width = widthPx;
    this.height = heightPx;
    this.pixels = Buffer.alloc(widthPx * heightPx * BYTES_PER_PIXEL);
    this.#pieceRows = Math.min(heightPx, Math.max(1, Math.floor(PIECE_BYTES / (widthPx * BYTES_PER_PIXEL))));
    this.#canvas = createCanvas(widthPx, this.#pieceRows);
    this.#context = this.#canvas.getContext("2d");
    this.#context.lang = "en";
  }

  /** Draws a part of the screen, in whole pixels: calls `draw` for each piece, on a black background. */
  paint(part: Rect, draw: (context: SKRSContext2D, piece: Rect) => void): void {
    for (let { top } = part; top < part.bottom; top += this.#pieceRows) {
      const piece = { ...part, top, bottom: Math.min(part.bottom, top + this.#pieceRows) };
      const width = piece.right - piece.left;
      const height = piece.bottom - piece.top;
      const context = this.#context;
      context.save();
      context.translate(0, -top);
      context.beginPath();
      context.rect(piece.left, piece.top, width, height);
      context.clip();
      context.fillStyle = "#000000";
      context.fillRect(piece.left, piece.top, width, height);
      draw(context, piece);
      context.restore();
      this.#keep(context.getImageData(piece.left, 0, width, height).data, piece);
    }
  }

  data(): Buffer {
    return Buffer.from(this.pixels);
  }

  rows(top: number, count: number): Buffer {
    const stride = this.width * BYTES_PER_PIXEL;
    return this.pixels.subarray(top * stride, (top + count) * stride);
  }

  /** Frees the canvas; the framebuffer must not be painted again. */
  release(): void {
    releaseCanvas(this.#canvas);
  }

  /** Returns a new canvas with all pixels; the caller must release it. */
  toCanvas(): Canvas {
    const canvas = createCanvas(this.width, this.height);
    this.copyTo(canvas.getContext("2d"));
    return canvas;
  }

  copyTo(context: SKRSContext2D): void {
    const { buffer, byteOffset, length } = this.pixels;
    const pixels = new Uint8ClampedArray(buffer, byteOffset, length);
    context.putImageData(new ImageData(pixels, this.width, this.height), 0, 0);
  }

  #keep(read: Uint8ClampedArray, { left, top, right, bottom }: Rect): void {
    const stride = this.width * BYTES_PER_PIXEL;
    const length = (right - left) * BYTES_PER_PIXEL;
    if (length === stride) this.pixels.set(read, top * stride);
    else
      for (let row = 0; row < bottom - top; row++)
        this.pixels.set(read.subarray(row * length, (row + 1) * length), (top + row) * stride + left * BYTES_PER_PIXEL);
    this.#garbageBytes += read.length;
    if (this.#garbageBytes < GARBAGE_BYTES_MAX) return;
    this.#garbageBytes = 0;
    collectYoungGarbage();
  }
}
