import type { I420Picture } from "../i420-picture.ts";
import { patchPicture } from "./patch-picture.ts";
import { positionOf, readStreamParameters, type FramePosition, type StreamParameters } from "./stream-parameters.ts";

/** Makes frames of small changes between those of an encoder, as long as its stream allows. */
export class Patches {
  #parameters: StreamParameters | undefined;
  /** Position of the encoder's last frame; undefined after a patch, since only one may follow. */
  #position: FramePosition | undefined;
  /** Number of frames that the encoder has not output yet. */
  #awaited = 0;

  /** Whether a patch can be sent now to viewers that received all frames so far. */
  get arePossible(): boolean {
    return this.#awaited === 0 && this.#parameters !== undefined && this.#position !== undefined;
  }

  /** Records each frame passed to the encoder. */
  noteEncoding(): void {
    this.#awaited++;
  }

  /** Records each frame output by the encoder, with its parameter sets if any. */
  noteOutput(config: Uint8Array | undefined, picture: Uint8Array): void {
    this.#awaited--;
    if (config) this.#parameters = readStreamParameters(config);
    this.#position = this.#parameters && positionOf(picture, this.#parameters);
  }

  /** Returns a frame in Annex B form that replaces these macroblocks. Throws if no patch is possible. */
  make(picture: I420Picture, changed: ReadonlySet<number>): Uint8Array {
    if (!this.#parameters || this.#position === undefined) throw new Error("pictures cannot be pasted here");
    const patch = patchPicture(this.#parameters, picture, changed, this.#position);
    this.#position = undefined;
    return patch;
  }
}
