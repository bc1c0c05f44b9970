import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { encodePng } from "@terrarium/png/encode-png";
import type { Pixels } from "../devices/device-session.ts";
import { shrink } from "./shrink.ts";

export interface PictureRequest {
  id: number;
  pixels: Pixels;
  /** As wide as this or somewhat wider. */
  leastWidthPx: number;
  knownVersion: string | undefined;
}

export interface PictureAnswer {
  id: number;
  /** The same for the same pixels. */
  version: string;
  /** Empty if the version is known. */
  png: Uint8Array;
  /** Why there is none. */
  error?: string;
}

const NOTHING = new Uint8Array();

async function answer({ id, pixels, leastWidthPx, knownVersion }: PictureRequest): Promise<PictureAnswer> {
  const version = crc32(pixels.rgba).toString(36);
  if (version === knownVersion) return { id, version, png: NOTHING };
  const by = Math.max(1, Math.floor(Math.min(pixels.widthPx, pixels.heightPx) / leastWidthPx));
  return { id, version, png: await encodePng(shrink(pixels, by)) };
}

const port = parentPort;
if (!port) throw new Error("picture-worker.ts runs as a worker thread only");
port.on("message", (request: PictureRequest) => {
  answer(request).then(
    (told) => port.postMessage(told),
    (error: unknown) => port.postMessage({ id: request.id, version: "", png: NOTHING, error: String(error) }),
  );
});
