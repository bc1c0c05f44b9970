import type { VideoPacket } from "./video.ts";

/**
 * Filter for a viewer that waits for a key frame, because decoding cannot start with a delta frame. Codec parameters
 * always pass, frames from the next key frame on.
 */
export class KeyFrameGate {
  #isOpen = false;

  /** Whether frames pass. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns whether this packet passes; a key frame opens the filter. */
  admits({ kind }: Pick<VideoPacket, "kind">): boolean {
    if (kind === "key") this.#isOpen = true;
    return kind === "config" || this.#isOpen;
  }

  /** Blocks frames until the next key frame. */
  close(): void {
    this.#isOpen = false;
  }
}
