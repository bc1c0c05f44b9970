/**
 * A queue of bytes that arrive in pieces of any size and are read in known sizes; each byte is copied at most twice.
 */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    // A Buffer's slice shares its memory, but a plain Uint8Array's copies, and callers rely on the copy.
    this.#chunks.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#length += chunk.length;
  }

  /** Returns the first `count` bytes without removing them; undefined if there are fewer. */
  peek(count: number): Uint8Array | undefined {
    if (this.#length < count) return undefined;
    const first = this.#chunks[0];
    if (first === undefined) return new Uint8Array(0);
    if (first.length >= count) return first.subarray(0, count);
    const joined = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.length;
    }
    this.#chunks = [joined];
    return joined.subarray(0, count);
  }

  /** Removes and returns the first `count` bytes; undefined, without a change, if there are fewer. */
  take(count: number): Uint8Array | undefined {
    const bytes = this.peek(count);
    const first = this.#chunks[0];
    if (bytes === undefined || first === undefined) return bytes;
    if (first.length === count) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(count);
    this.#length -= count;
    return bytes;
  }

  /** Removes and returns all remaining bytes. */
  takeAll(): Uint8Array {
    return this.take(this.#length) ?? new Uint8Array(0);
  }
}

/** Error for bytes that break the protocol; their stream cannot be read any further. */
export class ScrcpyProtocolError extends Error {
  override readonly name = "ScrcpyProtocolError";
}

/** Returns a view for reading and writing numbers; scrcpy's are big-endian, DataView's default. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
