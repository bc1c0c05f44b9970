/** Chunks of at least this size are stored directly. */
const LARGE_BYTES = 16_384;
/** Smaller ones are copied into blocks, each twice as large as the previous one. */
const FIRST_BLOCK_BYTES = 4_096;
const MOST_BLOCK_BYTES = 65_536;

/**
 * Bytes that arrive in chunks of any size, stored in about their own size of memory: a chunk of one byte alone needs
 * hundreds.
 */
export class GatheredBytes {
  readonly #whole: Uint8Array[] = [];
  #block = Buffer.alloc(0);
  #blockFilled = 0;
  #nextBlockBytes = FIRST_BLOCK_BYTES;

  add(chunk: Uint8Array): void {
    if (chunk.length >= LARGE_BYTES) {
      this.#closeBlock();
      this.#whole.push(chunk);
      return;
    }
    if (this.#blockFilled + chunk.length > this.#block.length) {
      this.#closeBlock();
      this.#block = Buffer.allocUnsafeSlow(Math.max(this.#nextBlockBytes, chunk.length));
      this.#nextBlockBytes = Math.min(2 * this.#nextBlockBytes, MOST_BLOCK_BYTES);
    }
    this.#block.set(chunk, this.#blockFilled);
    this.#blockFilled += chunk.length;
  }

  /** Returns all of them in one buffer. */
  bytes(): Buffer {
    this.#closeBlock();
    return Buffer.concat(this.#whole);
  }

  /** The rest of the block is used for the next chunks. */
  #closeBlock(): void {
    if (this.#blockFilled > 0) this.#whole.push(this.#block.subarray(0, this.#blockFilled));
    this.#block = this.#block.subarray(this.#blockFilled);
    this.#blockFilled = 0;
  }
}
