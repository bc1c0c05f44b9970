import type { Canvas } from "@napi-rs/canvas";

/**
 * Frees a canvas's pixels at once; it must not be drawn again. V8 does not count the megabytes of a canvas, so hundreds
 * could accumulate before a garbage collection.
 */
export function releaseCanvas(canvas: Canvas | undefined): void {
  if (!canvas) return;
  canvas.width = 1;
  canvas.height = 1;
}
