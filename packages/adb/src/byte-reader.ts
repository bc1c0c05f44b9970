import type { Readable } from "node:stream";

/** Reads exact numbers of bytes from a stream; what the stream holds back stays with it. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>; // Readable types its chunks as any
  }

  /** The next `count` bytes; undefined if the stream ended exactly before them; throws if it ended within. */
  async read(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let missing = count;
    for await (const part of this.#parts(count)) {
      parts.push(part);
      missing -= part.length;
    }
    if (missing === 0) return parts.length === 1 ? parts[0] : Buffer.concat(parts);
    if (missing === count) return undefined;
    throw new Error(`the stream ended ${missing} bytes early`);
  }

  /** The next `count` bytes as the pieces in which they came, without copying; throws if the stream ends within. */
  async readPieces(count: number): Promise<Buffer[]> {
    const parts: Buffer[] = [];
    let missing = count;
    for await (const part of this.#parts(count)) {
      parts.push(part);
      missing -= part.length;
    }
    if (missing > 0) throw new Error(`the stream ended ${missing} bytes early`);
    return parts;
  }

  async *#parts(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) return;
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
}
