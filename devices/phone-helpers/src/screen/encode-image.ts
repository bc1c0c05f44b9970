import { encodePng } from "@terrarium/png/encode-png";
import type { Bounds } from "@terrarium/ui-tree/bounds";
import type { HelperPhone } from "../host/helper-definition.ts";

const BYTES_PER_PIXEL = 4;

/** Returns the screen, scaled to a size, as a JPEG file with a quality from 1 to 100. */
export async function screenJpeg(
  { ui }: HelperPhone,
  { widthPx, heightPx, quality }: { widthPx: number; heightPx: number; quality: number },
): Promise<Uint8Array> {
  const { createCanvas, ImageData } = await import("@napi-rs/canvas");
  const pixels = new Uint8ClampedArray(ui.display.picture(widthPx, heightPx).data());
  const canvas = createCanvas(widthPx, heightPx);
  try {
    canvas.getContext("2d").putImageData(new ImageData(pixels, widthPx, heightPx), 0, 0);
    return await canvas.encode("jpeg", quality);
  } finally {
    // Frees the pixels at once: V8 does not count them.
    canvas.width = 1;
    canvas.height = 1;
  }
}

/** Returns a part of the screen as a PNG file. Throws if the part is not within the screen. */
export async function partPng({ ui }: HelperPhone, { left, top, right, bottom }: Bounds): Promise<Uint8Array> {
  const { display } = ui;
  if (left < 0 || top < 0 || right > display.widthPx || bottom > display.heightPx || right <= left || bottom <= top)
    throw new Error("the element is not on the screen");
  const rows = display.picture(display.widthPx, display.heightPx).rows(top, bottom - top);
  const rowBytes = display.widthPx * BYTES_PER_PIXEL;
  const partBytes = (right - left) * BYTES_PER_PIXEL;
  const rgba = new Uint8Array(partBytes * (bottom - top));
  for (let y = 0; y < bottom - top; y++) {
    const start = y * rowBytes + left * BYTES_PER_PIXEL;
    rgba.set(rows.subarray(start, start + partBytes), y * partBytes);
  }
  return encodePng({ widthPx: right - left, heightPx: bottom - top, rgba });
}
