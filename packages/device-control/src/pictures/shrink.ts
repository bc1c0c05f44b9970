import type { Pixels } from "../device/device-session.ts";

/** Shrinks an image by a whole number, each pixel the mean of its source pixels. Cuts remaining rows and columns. */
export function shrink(pixels: Pixels, by: number): Pixels {
  if (by === 1) return pixels;
  const widthPx = Math.max(1, Math.floor(pixels.widthPx / by));
  const heightPx = Math.max(1, Math.floor(pixels.heightPx / by));
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  const sums = new Uint32Array(4 * widthPx);
  const rowBytes = 4 * pixels.widthPx;
  for (let y = 0; y < heightPx; y += 1) {
    sums.fill(0);
    for (let row = 0; row < by; row += 1) {
      let from = (y * by + row) * rowBytes;
      for (let at = 0; at < sums.length; at += 4) {
        let red = 0;
        let green = 0;
        let blue = 0;
        for (let column = 0; column < by; column += 1) {
          red += pixels.rgba[from] ?? 0;
          green += pixels.rgba[from + 1] ?? 0;
          blue += pixels.rgba[from + 2] ?? 0;
          from += 4;
        }
        sums[at] = (sums[at] ?? 0) + red;
        sums[at + 1] = (sums[at + 1] ?? 0) + green;
        sums[at + 2] = (sums[at + 2] ?? 0) + blue;
      }
    }
    const to = y * sums.length;
    for (let at = 0; at < sums.length; at += 1) rgba[to + at] = at % 4 === 3 ? 255 : (sums[at] ?? 0) / (by * by);
  }
  return { widthPx, heightPx, rgba };
}
