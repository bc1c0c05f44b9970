import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { encodePng } from "@terrarium/png/encode-png";
import type { Pixels } from "../device/device-session.ts";
import { draw, type Mark } from "./draw.ts";
import { cut, scaleDown } from "./resize.ts";
import { shrink } from "./shrink.ts";

interface ThumbnailRequest {
  want: "thumbnail";
  pixels: Pixels;
  /** Minimum width. The result may be somewhat wider. */
  leastWidthPx: number;
  knownVersion: string | undefined;
}

/** A request to draw marks on an image, then crop it, then scale it down. */
export interface DrawingRequest {
  want: "drawing";
  pixels: Pixels;
  marks: readonly Mark[];
  clip: { x: number; y: number; width: number; height: number } | undefined;
  scale: number;
}

export type PictureRequest = ThumbnailRequest | DrawingRequest;

export interface PictureAnswer {
  id: number;
  /** Version of a thumbnail: equal for equal pixels. */
  version: string;
  /** Empty if the version is known. */
  png: Uint8Array;
  /** Reason for a missing image. */
  error?: string;
}

const NOTHING = new Uint8Array();

async function makeDrawing({ pixels, marks, clip, scale }: DrawingRequest): Promise<Omit<PictureAnswer, "id">> {
  draw(pixels, marks);
  return { version: "", png: await encodePng(scaleDown(clip ? cut(pixels, clip) : pixels, scale)) };
}

async function makeThumbnail(request: ThumbnailRequest): Promise<Omit<PictureAnswer, "id">> {
  const { pixels, leastWidthPx, knownVersion } = request;
  const version = crc32(pixels.rgba).toString(36);
  if (version === knownVersion) return { version, png: NOTHING };
  const by = Math.max(1, Math.floor(Math.min(pixels.widthPx, pixels.heightPx) / leastWidthPx));
  return { version, png: await encodePng(shrink(pixels, by)) };
}

const port = parentPort;
if (!port) throw new Error("picture-worker.ts runs as a worker thread only");
port.on("message", ({ id, ...request }: PictureRequest & { id: number }) => {
  const made = request.want === "drawing" ? makeDrawing(request) : makeThumbnail(request);
  made.then(
    (told) => port.postMessage({ id, ...told }),
    (error: unknown) => port.postMessage({ id, version: "", png: NOTHING, error: String(error) }),
  );
});
