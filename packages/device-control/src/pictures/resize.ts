import type { Pixels } from "../device/device-session.ts";

/** Crops an image. The region is clipped to the image and has at least one pixel. */
export function cut(pixels: Pixels, clip: { x: number; y: number; width: number; height: number }): Pixels {
  const left = Math.min(pixels.widthPx - 1, Math.round(clip.x));
  const top = Math.min(pixels.heightPx - 1, Math.round(clip.y));
  const widthPx = Math.max(1, Math.min(pixels.widthPx - left, Math.round(clip.width)));
  const heightPx = Math.max(1, Math.min(pixels.heightPx - top, Math.round(clip.height)));
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const from = 4 * ((top + y) * pixels.widthPx + left);
    rgba.set(pixels.rgba.subarray(from, from + 4 * widthPx), 4 * y * widthPx);
  }
  return { widthPx, heightPx, rgba };
}

/** Scales an image down (`scale` 1 at most), each pixel the mean of its source pixels. */
export function scaleDown(pixels: Pixels, scale: number): Pixels {
  if (scale >= 1) return pixels;
  const widthPx = Math.max(1, Math.round(pixels.widthPx * scale));
  const heightPx = Math.max(1, Math.round(pixels.heightPx * scale));
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  const edge = (at: number, of: number, from: number) => Math.floor((at * from) / of);
  for (let y = 0; y < heightPx; y++) {
    const top = edge(y, heightPx, pixels.heightPx);
    const bottom = edge(y + 1, heightPx, pixels.heightPx);
    for (let x = 0; x < widthPx; x++) {
      const left = edge(x, widthPx, pixels.widthPx);
      const right = edge(x + 1, widthPx, pixels.widthPx);
      rgba.set(meanOf(pixels, { left, top, right, bottom }), 4 * (y * widthPx + x));
    }
  }
  return { widthPx, heightPx, rgba };
}

function meanOf(
  { rgba, widthPx }: Pixels,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): [red: number, green: number, blue: number, alpha: number] {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y++)
    for (let at = 4 * (y * widthPx + left); at < 4 * (y * widthPx + right); at += 4) {
      red += rgba[at] ?? 0;
      green += rgba[at + 1] ?? 0;
      blue += rgba[at + 2] ?? 0;
    }
  const count = (right - left) * (bottom - top);
  return [red / count, green / count, blue / count, 255];
}
