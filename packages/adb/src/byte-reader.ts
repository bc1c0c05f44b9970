import type { Readable } from "node:stream";

/** Limit of bytes buffered ahead of reads. The stream pauses beyond it. */
const AHEAD_BYTES = 1024 * 1024;

/** Reads exact numbers of bytes from a stream, as its only reader, without copying data that arrived in one piece. */
export class ByteReader {
  readonly #source: Readable;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #failure: Error | undefined;
  #wake = (): void => undefined;

  constructor(source: Readable) {
    this.#source = source;
    source.on("data", (piece: Buffer) => {
      this.#pieces.push(piece);
      this.#bytes += piece.length;
      if (this.#bytes >= AHEAD_BYTES) source.pause();
      this.#wake();
    });
    source.on("error", (error) => (this.#failure = error));
    for (const event of ["end", "close"]) source.on(event, () => this.#end());
  }

  /** Returns the next `count` bytes; undefined if the stream ended exactly before them. Throws if it ended within. */
  async read(count: number): Promise<Buffer | undefined> {
    if (count > 0 && (await this.#isAtEnd())) return undefined;
    const pieces = await this.readPieces(count);
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
  }

  /**
   * Returns the next `count` bytes in the pieces in which they arrived, without copying. Throws if the stream ends
   * within.
   */
  async readPieces(count: number): Promise<Buffer[]> {
    const taken: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      if (await this.#isAtEnd()) throw new Error(`the stream ended ${missing} bytes early`);
      const piece = this.#take(missing);
      taken.push(piece);
      missing -= piece.length;
    }
    return taken;
  }

  async #isAtEnd(): Promise<boolean> {
    while (this.#pieces.length === 0) {
      if (this.#failure) throw this.#failure;
      if (this.#ended) return true;
      this.#source.resume();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return false;
  }

  /** Takes up to `maxBytes` from the first piece. */
  #take(maxBytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#pieces;
    const piece = first.subarray(0, maxBytes);
    if (piece.length === first.length) this.#pieces.shift();
    else this.#pieces[0] = first.subarray(maxBytes);
    this.#bytes -= piece.length;
    if (this.#bytes < AHEAD_BYTES && this.#source.isPaused()) this.#source.resume();
    return piece;
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }
}
