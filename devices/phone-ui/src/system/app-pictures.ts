import { createCanvas, Image, type SKRSContext2D } from "@napi-rs/canvas";
import type { UiNode } from "../render/node.ts";
import { paintNode } from "../render/paint.ts";
import { releaseCanvas } from "../render/release-canvas.ts";
import type { Stage } from "../render/stage.ts";

/** Size of the pictures relative to the screen. */
const PICTURE_SCALE = 0.5;
const JPEG_QUALITY = 82;

/** Picture of each app from the last time it was in front, a few dozen kilobytes each. */
export class AppPictures {
  readonly #stage: Stage;
  readonly #pictures = new Map<string, Uint8Array>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Captures an app's window in its current layout, without the elements over it. */
  take(packageName: string, window: UiNode): void {
    const { widthPx, heightPx } = this.#stage;
    const canvas = createCanvas(Math.round(widthPx * PICTURE_SCALE), Math.round(heightPx * PICTURE_SCALE));
    const context = canvas.getContext("2d");
    context.lang = "en";
    context.scale(PICTURE_SCALE, PICTURE_SCALE);
    paintNode(context, window, undefined);
    this.#pictures.set(packageName, canvas.encodeSync("jpeg", JPEG_QUALITY));
    releaseCanvas(canvas);
  }

  get(packageName: string): Uint8Array | undefined {
    return this.#pictures.get(packageName);
  }

  forget(packageName: string): void {
    this.#pictures.delete(packageName);
  }
}

/**
 * Returns a function that draws a picture over a whole box with rounded corners (dp). It draws synchronously, so a card
 * shows its picture in its first frame.
 */
export function drawPicture(bytes: Uint8Array, radius: number) {
  return (context: SKRSContext2D, widthPx: number, heightPx: number, scale: number): void => {
    const picture = new Image();
    picture.src = bytes;
    const ratio = Math.max(widthPx / picture.width, heightPx / picture.height);
    const width = picture.width * ratio;
    const height = picture.height * ratio;
    context.roundRect(0, 0, widthPx, heightPx, radius * scale);
    context.clip();
    context.drawImage(picture, (widthPx - width) / 2, (heightPx - height) / 2, width, height);
  };
}
