import { type FilmPicture, PICTURE_BYTES } from "./film.ts";

interface Group {
  /** Parameter sets of its frames. */
  config: Uint8Array;
  /** A key frame and its dependent frames. */
  pictures: FilmPicture[];
  bytes: number;
}

/** The last minutes of a screen, in limited memory. Frames are dropped from one key frame to the next. */
export class RewindRing {
  readonly #keptMs: number;
  readonly #maxBytes: number;
  readonly #groups: Group[] = [];
  #config: Uint8Array = new Uint8Array();
  #bytes = 0;

  constructor(limits: { keptMs: number; maxBytes: number }) {
    this.#keptMs = limits.keptMs;
    this.#maxBytes = limits.maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  configure(config: Uint8Array): void {
    this.#config = config;
  }

  add(picture: FilmPicture): void {
    if (picture.kind === "key") this.#begin();
    const group = this.#groups.at(-1);
    if (!group) return;
    group.pictures.push(picture);
    const bytes = picture.data.length + PICTURE_BYTES;
    group.bytes += bytes;
    this.#bytes += bytes;
    const isOld = () => (this.#groups[1]?.pictures[0]?.atMs ?? Infinity) <= picture.atMs - this.#keptMs;
    while (this.#groups.length > 1 && (isOld() || this.#bytes > this.#maxBytes)) this.dropOldest();
    // A group without a following key frame is useless and dropped.
    if (this.#bytes > this.#maxBytes) this.dropOldest();
  }

  /** Returns the frames since then, from the preceding key frame on. */
  since(beginMs: number): Pick<Group, "config" | "pictures">[] {
    const first = this.#groups.findLastIndex(({ pictures }) => (pictures[0]?.atMs ?? Infinity) <= beginMs);
    return this.#groups.slice(Math.max(0, first)).map(({ config, pictures }) => ({ config, pictures: [...pictures] }));
  }

  #begin(): void {
    const bytes = this.#config.length;
    this.#groups.push({ config: this.#config, pictures: [], bytes });
    this.#bytes += bytes;
  }

  /** Drops the oldest frames, up to the next key frame. */
  dropOldest(): void {
    this.#bytes -= this.#groups.shift()?.bytes ?? 0;
  }
}
