import { createCanvas, type Canvas } from "@napi-rs/canvas";
import type { Picture } from "@terrarium/adb-device/ports/display";
import type { Framebuffer } from "./framebuffer.ts";
import { releaseCanvas } from "./release-canvas.ts";

/** The screen scaled to another size. */
export class ScaledPicture implements Picture {
  readonly width: number;
  readonly height: number;
  readonly #canvas: Canvas;
  #whole: Canvas | undefined;

  constructor(widthPx: number, heightPx: number) {
    this.width = widthPx;
    this.height = heightPx;
    this.#canvas = createCanvas(widthPx, heightPx);
  }

  draw(framebuffer: Framebuffer): void {
    this.#whole ??= createCanvas(framebuffer.width, framebuffer.height);
    framebuffer.copyTo(this.#whole.getContext("2d"));
    const context = this.#canvas.getContext("2d");
    context.imageSmoothingQuality = "medium";
    context.drawImage(this.#whole, 0, 0, this.width, this.height);
  }

  data(): Buffer {
    return Buffer.from(this.rows(0, this.height));
  }

  rows(top: number, count: number): Uint8Array {
    const { buffer, byteOffset, length } = this.#canvas.getContext("2d").getImageData(0, top, this.width, count).data;
    return new Uint8Array(buffer, byteOffset, length);
  }

  release(): void {
    releaseCanvas(this.#canvas);
    releaseCanvas(this.#whole);
  }
}
