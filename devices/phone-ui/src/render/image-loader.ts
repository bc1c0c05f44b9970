import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { ImageSource, UiNode } from "./node.ts";
import { pictureSize } from "./picture-size.ts";
import { releaseCanvas } from "./release-canvas.ts";

/** Largest enlargement of a loaded image before it is loaded again. */
const ENLARGED_MOST = 1.2;
/**
 * Limits of decoding: decoded images are large even if only a part is displayed. Few are decoded at once, and none with
 * more points than this.
 */
const LOADING_MOST = 2;
const POINTS_MAX = 50_000_000;

/**
 * Loads images for their nodes, each at its displayed size: a list of large photographs costs no more than its
 * thumbnails. A node keeps its image until it is destroyed.
 */
export class ImageLoader {
  readonly #readFile: (path: string) => Promise<Uint8Array>;
  readonly #onLoaded: (node: UiNode, first: boolean) => void;
  /** Requests grouped by frame, the latest frame last. */
  readonly #waiting: (() => Promise<void>)[][] = [];
  #asking: (() => Promise<void>)[] | undefined;
  #loading = 0;

  /** Calls `onLoaded` for each loaded image, with `first` if the node had none before. */
  constructor(readFile: (path: string) => Promise<Uint8Array>, onLoaded: (node: UiNode, first: boolean) => void) {
    this.#readFile = readFile;
    this.#onLoaded = onLoaded;
  }

  /** Whether images are being loaded. */
  get busy(): boolean {
    return this.#loading > 0;
  }

  /** Starts loading, unless the node's image at this size is loaded or being loaded. */
  load(node: UiNode, widthPx: number, heightPx: number): void {
    const { source } = node.props;
    if (!source || isEnough(node, source, widthPx)) return;
    const request = { source, widthPx, heightPx };
    node.imageRequest = request;
    this.#askFor(() =>
      this.#load(node, request).catch((error: unknown) => {
        if (node.imageRequest !== request) return;
        node.props.onImageError?.(error instanceof Error ? error : new Error(String(error)));
      }),
    );
    this.#loadNext();
  }

  /** Groups the requests of one frame. */
  #askFor(load: () => Promise<void>): void {
    if (!this.#asking) {
      this.#asking = [];
      this.#waiting.push(this.#asking);
      queueMicrotask(() => (this.#asking = undefined));
    }
    this.#asking.push(load);
  }

  #loadNext(): void {
    if (this.#loading >= LOADING_MOST) return;
    // The latest frame comes first, since images already scrolled away can wait. Within a frame, images load from top
    // to bottom.
    while (this.#waiting.length > 0 && this.#waiting.at(-1)?.length === 0) this.#waiting.pop();
    const next = this.#waiting.at(-1)?.shift();
    if (!next) return;
    this.#loading++;
    void next().finally(() => {
      this.#loading--;
      this.#loadNext();
    });
  }

  async #load(node: UiNode, request: NonNullable<UiNode["imageRequest"]>): Promise<void> {
    if (node.imageRequest !== request) return;
    const { source, widthPx, heightPx } = request;
    const bytes = "path" in source ? await this.#readFile(source.path) : source.bytes;
    refuseHuge(bytes);
    const picture = await loadImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (node.imageRequest !== request) return;
    const fit = node.props.fit === "contain" ? Math.min : Math.max;
    const ratio = Math.min(1, fit(widthPx / picture.width, heightPx / picture.height));
    const canvas = createCanvas(
      Math.max(1, Math.round(picture.width * ratio)),
      Math.max(1, Math.round(picture.height * ratio)),
    );
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const first = node.image === undefined;
    releaseCanvas(node.image?.canvas);
    node.image = { source, canvas, naturalWidthPx: picture.width, opacity: 1 };
    node.dirty = true;
    this.#onLoaded(node, first);
  }
}

/** Rejects oversized images: a file of a few kB can declare dimensions that would fill the memory. */
function refuseHuge(bytes: Uint8Array): void {
  const size = pictureSize(bytes);
  if (!size) throw new Error("not a picture of a known kind: show PNG, JPEG, WebP, GIF, BMP or AVIF");
  if (size.width * size.height > POINTS_MAX)
    throw new Error(
      `the picture of ${size.width} × ${size.height} is too large; at most ${POINTS_MAX} points are shown`,
    );
}

function isEnough(node: UiNode, source: ImageSource, widthPx: number): boolean {
  const { imageRequest: request, image } = node;
  if (!request || !isSame(request.source, source)) return false;
  if (!image || !isSame(image.source, source)) return true;
  return image.canvas.width >= image.naturalWidthPx || widthPx <= request.widthPx * ENLARGED_MOST;
}

function isSame(a: ImageSource, b: ImageSource): boolean {
  return "path" in a ? "path" in b && a.path === b.path : "bytes" in b && a.bytes === b.bytes;
}
