import { pictureSize, type PictureFormat } from "@terrarium/phone-ui/render/picture-size";
import type { PageDocument } from "../document/page-document.ts";
import { loadResource, type Reach } from "./load-resource.ts";

export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

const formats: PictureFormat[] = ["png", "gif", "webp", "jpeg"];
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
  address: URL,
  reach: Reach,
  signal: AbortSignal,
  onPicture: (src: string, picture: Picture | undefined) => void,
): Promise<void> {
  const waiting = [...new Set([...page.images.values()].map(({ src }) => src))];
  let left = pageImageBytesMax;
  const work = async (): Promise<void> => {
    for (let src = waiting.shift(); src !== undefined && !signal.aborted; src = waiting.shift()) {
      const options = {
        page: address,
        accept: "image/*",
        maxBytes: Math.min(left, imageBytesMax),
        timeoutMs: imageTimeoutMs,
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
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Undefined for what is no picture, or has more pixels than memory is for. */
function toPicture(bytes: Buffer): Picture | undefined {
  const size = pictureSize(bytes, formats);
  if (!size || size.width < 1 || size.height < 1 || size.width * size.height > imagePixelsMax) return undefined;
  return { bytes, ...size };
}
