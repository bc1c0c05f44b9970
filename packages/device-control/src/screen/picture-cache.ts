import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";

/** Size above which a new key frame is cheaper for a late viewer than all changes since the last one. */
export const CACHE_BYTES_MAX = 524_288;
/** Limit of cached packets. A late viewer decodes all of them, and sees the past until it has caught up. */
export const CACHE_PICTURES_MAX = 60;

/** Packets that show the current frame to a new viewer: configuration, last key frame, and all changes since. */
export class PictureCache {
  readonly #gate = new KeyFrameGate();
  #configuration: ReceivedPacket | undefined;
  /** The key frame comes first; empty if the current frame is not cached. */
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
    // A single key frame is kept whatever its size.
    const isFull = this.#pictureBytes > CACHE_BYTES_MAX || this.#pictures.length > CACHE_PICTURES_MAX;
    if (isFull && this.#pictures.length > 1) this.#forgetPictures();
  }

  /** Sends the packets of the current frame. Returns false if it is not cached and a key frame must be requested. */
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
