import { httpFetch } from "../../../system/network/http-fetch.ts";
import { decodePath } from "../address.ts";
import { imageSize } from "../page/image-size.ts";
import type { PageDocument } from "../page/page-model.ts";
import type { Reach } from "./load-page.ts";

export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

const imageBytesMax = 4 * 1024 ** 2;
/** All pictures of a page together. */
const pageImageBytesMax = 16 * 1024 ** 2;
const imagePixelsMax = 24_000_000;
const imageTimeoutMs = 15_000;
const atOnce = 3;

/**
 * Loads a page's pictures, some at a time, and tells of each as it comes; of one that cannot be had or is too large
 * to be shown, with undefined. Ends quietly when the signal aborts.
 */
export async function loadImages(
  page: PageDocument,
  reach: Reach,
  signal: AbortSignal,
  onPicture: (src: string, picture: Picture | undefined) => void,
): Promise<void> {
  const waiting = [...sources(page)];
  let left = pageImageBytesMax;
  const work = async (): Promise<void> => {
    for (let src = waiting.shift(); src !== undefined && !signal.aborted; src = waiting.shift()) {
      const bytes = await loadImage(src, Math.min(left, imageBytesMax), reach, signal).catch(() => undefined);
      if (signal.aborted) return;
      left -= bytes?.length ?? 0;
      onPicture(src, bytes && toPicture(bytes));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function sources(page: PageDocument): Set<string> {
  const found = new Set<string>();
  for (const block of page.blocks) {
    const inlines =
      block.kind === "text" ? block.inlines : block.kind === "row" ? block.cells.flatMap((cell) => cell.inlines) : [];
    for (const inline of inlines) if (inline.kind === "image") found.add(inline.image.src);
  }
  return found;
}

async function loadImage(src: string, maxBytes: number, reach: Reach, signal: AbortSignal): Promise<Buffer> {
  const url = new URL(src);
  if (maxBytes <= 0) throw new Error("the page has more pictures than are loaded");
  if (url.protocol === "file:") return await reach.files.readAll(decodePath(url.pathname), maxBytes);
  if (url.protocol === "data:") {
    const [, base64] = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(src) ?? [];
    return Buffer.from(decodePath(base64 ?? ""), "base64");
  }
  if (reach.offline) throw new Error("offline");
  const answer = await httpFetch({ url, accept: "image/*", maxBytes, timeoutMs: imageTimeoutMs, signal }, reach);
  return answer.body;
}

/** Undefined for what is no picture, or has more pixels than memory is for. */
function toPicture(bytes: Buffer): Picture | undefined {
  const size = imageSize(bytes);
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > imagePixelsMax) return undefined;
  return { bytes, ...size };
}
