import { pictureSize, type PictureFormat } from "@terrarium/phone-ui/render/picture-size";
import type { PageDocument } from "../document/page-document.ts";
import { loadResource, type Reach } from "./load-resource.ts";

export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

const FORMATS: PictureFormat[] = ["png", "gif", "webp", "jpeg"];
const IMAGE_BYTES_MAX = 4 * 1024 ** 2;
/** Limit of all pictures of a page together. */
const PAGE_IMAGE_BYTES_MAX = 16 * 1024 ** 2;
const IMAGE_PIXELS_MAX = 24_000_000;
const IMAGE_TIMEOUT_MS = 15_000;
const AT_ONCE = 3;

/**
 * Loads a page's pictures, several at a time, and reports each one as it arrives. Reports undefined for pictures that
 * are unavailable or too large. Returns without an error when the signal aborts.
 */
export async function loadImages(
  page: PageDocument,
  address: URL,
  reach: Reach,
  signal: AbortSignal,
  onPicture: (src: string, picture: Picture | undefined) => void,
): Promise<void> {
  const waiting = [...new Set([...page.images.values()].map(({ src }) => src))];
  let left = PAGE_IMAGE_BYTES_MAX;
  const work = async (): Promise<void> => {
    for (let src = waiting.shift(); src !== undefined && !signal.aborted; src = waiting.shift()) {
      const options = {
        page: address,
        accept: "image/*",
        maxBytes: Math.min(left, IMAGE_BYTES_MAX),
        timeoutMs: IMAGE_TIMEOUT_MS,
        signal,
      };
      const bytes = await loadResource(src, options, reach).then(
        ({ body }) => body,
        () => undefined,
      );
      if (signal.aborted) return;
      left -= bytes?.length ?? 0;
      onPicture(src, bytes && toPicture(bytes));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Returns undefined for data without a picture, and for pictures with more pixels than the limit. */
function toPicture(bytes: Buffer): Picture | undefined {
  const size = pictureSize(bytes, FORMATS);
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > IMAGE_PIXELS_MAX) return undefined;
  return { bytes, ...size };
}
