import { type FilmPicture, PICTURE_BYTES } from "./film.ts";

interface Group {
  /** The parameter sets that hold for its pictures. */
  config: Uint8Array;
  /** A key frame and what builds on it. */
  pictures: FilmPicture[];
  bytes: number;
}

/** The last minutes of a screen, in bounded memory. What is let go is let go from one key frame to the next. */
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
    // One that no key frame ends: it is of no use any more.
    if (this.#bytes > this.#maxBytes) this.dropOldest();
  }

  /** What was shown since then, from the key frame before it on. */
  since(beginMs: number): Pick<Group, "config" | "pictures">[] {
    const first = this.#groups.findLastIndex(({ pictures }) => (pictures[0]?.atMs ?? Infinity) <= beginMs);
    return this.#groups.slice(Math.max(0, first)).map(({ config, pictures }) => ({ config, pictures: [...pictures] }));
  }

  #begin(): void {
    const bytes = this.#config.length;
    this.#groups.push({ config: this.#config, pictures: [], bytes });
    this.#bytes += bytes;
  }

  /** Lets go what was shown first, up to the next key frame. */
  dropOldest(): void {
    this.#bytes -= this.#groups.shift()?.bytes ?? 0;
  }
}
