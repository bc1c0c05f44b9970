import { saveBlob } from "../parts/save-blob.ts";

/** Saves the canvas as a PNG file, in the device's own pixels. */
export async function saveScreenshot(canvas: HTMLCanvasElement, sandboxId: string): Promise<void> {
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  if (png) saveBlob(png, `${sandboxId}-${time}.png`);
}
