import { BrokenPipeError, iterate, toBytes, type ByteSink, type ByteSource } from "./byte-stream.ts";

/** Promises that wait for a change. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next `wake`. Rejects with the signal's reason when it aborts. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const done = () => {
        this.#waiting.delete(done);
        signal?.removeEventListener("abort", aborted);
        resolve();
      };
      const aborted = () => {
        this.#waiting.delete(done);
        reject(signal?.reason);
      };
      this.#waiting.add(done);
      signal?.addEventListener("abort", aborted, { once: true });
    });
  }

  wake(): void {
    for (const done of Array.from(this.#waiting)) done();
  }
}

/** Size of a Linux pipe. A writer waits when it is full. */
const PIPE_BYTES = 64 * 1024;

/** Transfers bytes between processes, in order, up to its capacity. */
export class Pipe implements ByteSource, ByteSink {
  readonly isTerminal = false;
  readonly #chunks: Uint8Array[] = [];
  readonly #changed = new Waiters();
  readonly #capacity: number;
  readonly #onTaken: ((bytes: number) => void) | undefined;
  #bytes = 0;
  #ended = false;
  #unread = false;

  /** Calls `onTaken` with the number of bytes that were read. */
  constructor(capacity = PIPE_BYTES, onTaken?: (bytes: number) => void) {
    this.#capacity = capacity;
    this.#onTaken = onTaken;
  }

  get source(): ByteSource {
    return {
      isTerminal: false,
      read: (maxBytes, signal) => this.read(maxBytes, signal),
      close: () => this.stopReading(),
      [Symbol.asyncIterator]: () => iterate(this),
    };
  }

  async read(maxBytes = Infinity, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    while (this.#chunks.length === 0) {
      if (this.#ended || this.#unread) return undefined;
      await this.#changed.wait(signal);
    }
    let chunk = this.#chunks.shift() ?? new Uint8Array();
    if (chunk.length > maxBytes) {
      this.#chunks.unshift(chunk.subarray(maxBytes));
      chunk = chunk.subarray(0, maxBytes);
    }
    this.#bytes -= chunk.length;
    this.#onTaken?.(chunk.length);
    this.#changed.wake();
    return chunk;
  }

  async write(data: Uint8Array | string, signal?: AbortSignal): Promise<void> {
    const bytes = toBytes(data);
    if (this.#unread) throw new BrokenPipeError();
    if (bytes.length === 0 || this.#ended) return;
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    this.#changed.wake();
    while (this.#bytes > this.#capacity && !this.#unread) await this.#changed.wait(signal);
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#changed.wake();
  }

  /** Closes the reading end. */
  stopReading(): void {
    this.#unread = true;
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.#changed.wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return iterate(this);
  }
}
