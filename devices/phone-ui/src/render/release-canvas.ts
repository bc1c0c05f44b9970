import type { Canvas } from "@napi-rs/canvas";

/**
 * Gives a canvas's pixels back at once; it must not be drawn again. V8 does not know that a canvas is megabytes large
 * and would let hundreds of them lie about before it collects one.
 */
export function releaseCanvas(canvas: Canvas | undefined): void {
  if (!canvas) return;
  canvas.width = 1;
  canvas.height = 1;
}
