import type { PacketKind } from "./device-session.ts";

/** Beyond this a new key frame costs a late viewer less than everything since the last one. */
export const CACHE_BYTES_MAX = 524_288;

/** What a newcomer needs to see the present picture: configuration, last key frame, and every change since. */
export class PictureCache {
  #configuration: Uint8Array | undefined;
  /** The key frame first; empty while the present picture is not at hand. */
  #pictures: { packet: Uint8Array; kind: PacketKind }[] = [];
  #pictureBytes = 0;

  add(packet: Uint8Array, kind: PacketKind): void {
    if (kind === "config") {
      this.#configuration = packet;
      this.#forgetPictures();
      return;
    }
    if (kind === "key") this.#forgetPictures();
    else if (this.#pictures.length === 0) return;
    this.#pictures.push({ packet, kind });
    this.#pictureBytes += packet.length;
    // A key frame alone is kept whatever its size.
    if (this.#pictureBytes > CACHE_BYTES_MAX && this.#pictures.length > 1) this.#forgetPictures();
  }

  /** Hands out the present picture; false if it is not at hand, and a key frame has to be asked for. */
  replay(send: (packet: Uint8Array, kind: PacketKind) => void): boolean {
    if (!this.#configuration || this.#pictures.length === 0) return false;
    send(this.#configuration, "config");
    for (const { packet, kind } of this.#pictures) send(packet, kind);
    return true;
  }

  get configuration(): Uint8Array | undefined {
    return this.#configuration;
  }

  #forgetPictures(): void {
    this.#pictures = [];
    this.#pictureBytes = 0;
  }
}
