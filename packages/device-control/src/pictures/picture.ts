import type { DeviceSession } from "../device/device-session.ts";
import { PictureThread } from "./picture-thread.ts";
import type { DrawingRequest } from "./picture-worker.ts";

/** Minimum width, for a tile on a high-density screen. */
const LEAST_WIDTH_PX = 240;

export interface Thumbnail {
  png: Uint8Array;
  /** Equal for equal images. */
  version: string;
}

const thread = new PictureThread();

/** Captures a thumbnail of a device's screen. Returns the previous one if the screen has not changed. */
export async function takePicture(
  session: Pick<DeviceSession, "screenPixels">,
  last: Promise<Thumbnail> | undefined,
): Promise<Thumbnail> {
  const pixels = await session.screenPixels();
  const known = await last?.catch(() => undefined);
  const { version, png } = await thread.make({
    want: "thumbnail",
    pixels,
    leastWidthPx: LEAST_WIDTH_PX,
    knownVersion: known?.version,
  });
  if (known?.version === version) return known;
  return { version, png };
}

/** Returns an image as a PNG file, with marks, cropped or scaled down. */
export async function drawPicture(drawing: Omit<DrawingRequest, "want">): Promise<Uint8Array> {
  return (await thread.make({ want: "drawing", ...drawing })).png;
}
