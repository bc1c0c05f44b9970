import type { Locator } from "playwright-core";
import { screenshot } from "./api.ts";

/** Largest difference caused by the encoder, in the unit of `differenceToDevice`. Different screens differ by more. */
export const ENCODED = 8;

/**
 * Returns the difference between a canvas and the device's own screenshot: the mean over pixels and colours, of 255.
 */
export async function differenceToDevice(
  canvas: Locator,
  origin: string,
  token: string,
  sandboxId: string,
): Promise<number> {
  const { png } = await screenshot(origin, token, sandboxId);
  return canvas.evaluate(async (element, base64) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error("not a canvas");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const device = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pixelsOf = (image: CanvasImageSource) => {
      const context = new OffscreenCanvas(device.width, device.height).getContext("2d");
      context?.drawImage(image, 0, 0, device.width, device.height);
      return context?.getImageData(0, 0, device.width, device.height).data ?? new Uint8ClampedArray();
    };
    const [shown, meant] = [pixelsOf(element), pixelsOf(device)];
    return meant.reduce((sum, value, i) => sum + Math.abs(value - (shown[i] ?? 255)), 0) / meant.length;
  }, png.toString("base64"));
}
