import type { DeviceSession } from "../devices/device-session.ts";
import { PictureThread } from "./picture-thread.ts";
import type { DrawingRequest } from "./picture-worker.ts";

/** As wide as this or somewhat wider: a tile on a screen of high density. */
const LEAST_WIDTH_PX = 240;

export interface Thumbnail {
  png: Uint8Array;
  /** The same for the same picture. */
  version: string;
}

const thread = new PictureThread();

/** Takes a small picture of a device's screen; one that shows what the last one showed is that one. */
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

/** A picture as a PNG file, with marks on it, a part of it, or smaller. */
export async function drawPicture(drawing: Omit<DrawingRequest, "want">): Promise<Uint8Array> {
  return (await thread.make({ want: "drawing", ...drawing })).png;
}
