import { crc32 } from "node:zlib";
import type { DeviceSession } from "../devices/device-session.ts";
import { encodePng } from "./png.ts";
import { shrink } from "./shrink.ts";

/** As wide as this or somewhat wider: a tile on a screen of high density. */
const LEAST_WIDTH_PX = 240;

export interface Thumbnail {
  png: Uint8Array;
  /** The same for the same picture. */
  version: string;
}

/** Takes a small picture of a device's screen; one that shows what the last one showed is that one. */
export async function takePicture(
  session: Pick<DeviceSession, "screenPixels">,
  last: Promise<Thumbnail> | undefined,
): Promise<Thumbnail> {
  const pixels = await session.screenPixels();
  const version = crc32(pixels.rgba).toString(36);
  const known = await last?.catch(() => undefined);
  if (known?.version === version) return known;
  const by = Math.max(1, Math.floor(Math.min(pixels.widthPx, pixels.heightPx) / LEAST_WIDTH_PX));
  return { version, png: await encodePng(shrink(pixels, by)) };
}
