import type { VideoPacket } from "./video.ts";

/**
 * Where somebody waits for a key frame: nobody can begin with a picture that only says what has changed. Codec parameters
 * pass at all times, pictures from the next key frame on.
 */
export class KeyFrameGate {
  #isOpen = false;

  /** Whether pictures pass. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether this packet passes; a key frame opens the gate. */
  admits({ kind }: Pick<VideoPacket, "kind">): boolean {
    if (kind === "key") this.#isOpen = true;
    return kind === "config" || this.#isOpen;
  }

  /** Lets no picture pass until the next key frame. */
  close(): void {
    this.#isOpen = false;
  }
}
