import type { I420Picture } from "../i420-picture.ts";
import { patchPicture } from "./patch-picture.ts";
import { frameNumberOf, readStreamParameters, type StreamParameters } from "./stream-parameters.ts";

/** Makes pictures of small changes between those of an encoder, as long as its stream allows. */
export class Patches {
  #parameters: StreamParameters | undefined;
  /** Of the encoder's last picture; undefined once another was put behind it, as there may be one at most. */
  #frameNumber: number | undefined;
  /** Pictures that the encoder has and has not put out. */
  #awaited = 0;

  /** A viewer that has everything so far could be sent one now. */
  get arePossible(): boolean {
    return this.#awaited === 0 && this.#parameters !== undefined && this.#frameNumber !== undefined;
  }

  /** To be told of each picture that is handed to the encoder. */
  noteEncoding(): void {
    this.#awaited++;
  }

  /** To be told of each picture that comes out of it, and of the parameter sets where they come with it. */
  noteOutput(config: Uint8Array | undefined, picture: Uint8Array): void {
    this.#awaited--;
    if (config) this.#parameters = readStreamParameters(config);
    this.#frameNumber = this.#parameters && frameNumberOf(picture, this.#parameters);
  }

  /** The picture with these macroblocks in place of the ones before, in Annex B form. Throws if none is possible. */
  make(picture: I420Picture, changed: ReadonlySet<number>): Uint8Array {
    if (!this.#parameters || this.#frameNumber === undefined) throw new Error("no picture can be put here");
    const patch = patchPicture(this.#parameters, picture, changed, this.#frameNumber);
    this.#frameNumber = undefined;
    return patch;
  }
}
