import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";

/** Beyond this a new key frame costs a late viewer less than everything since the last one. */
export const CACHE_BYTES_MAX = 524_288;
/** A late viewer is sent all of them at once. */
export const CACHE_PICTURES_MAX = 1_000;

/** What a newcomer needs to see the present picture: configuration, last key frame, and every change since. */
export class PictureCache {
  readonly #gate = new KeyFrameGate();
  #configuration: ReceivedPacket | undefined;
  /** The key frame first; empty while the present picture is not at hand. */
  #pictures: ReceivedPacket[] = [];
  #pictureBytes = 0;

  add(packet: ReceivedPacket): void {
    if (packet.kind !== "delta") this.#forgetPictures();
    if (packet.kind === "config") {
      this.#configuration = packet;
      return;
    }
    if (!this.#gate.admits(packet)) return;
    this.#pictures.push(packet);
    this.#pictureBytes += packet.bytes.length;
    // A key frame alone is kept whatever its size.
    const isFull = this.#pictureBytes > CACHE_BYTES_MAX || this.#pictures.length > CACHE_PICTURES_MAX;
    if (isFull && this.#pictures.length > 1) this.#forgetPictures();
  }

  /** Hands out the present picture; false if it is not at hand, and a key frame has to be asked for. */
  replay(send: (packet: ReceivedPacket) => void): boolean {
    if (!this.#configuration || this.#pictures.length === 0) return false;
    for (const packet of [this.#configuration, ...this.#pictures]) send(packet);
    return true;
  }

  get configuration(): ReceivedPacket | undefined {
    return this.#configuration;
  }

  #forgetPictures(): void {
    this.#gate.close();
    this.#pictures = [];
    this.#pictureBytes = 0;
  }
}
