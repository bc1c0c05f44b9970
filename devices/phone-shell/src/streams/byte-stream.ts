import { LIMITS } from "../limits.ts";
import { decodeText, encodeText } from "./text-bytes.ts";

/** Input of a process. Readers wait until data is available. */
export interface ByteSource extends AsyncIterable<Uint8Array> {
  readonly isTerminal: boolean;
  /**
   * Returns the next bytes, at most `maxBytes`; undefined at the end. The rest stays for the next reader. When the
   * signal aborts, a waiting reader rejects with its reason and consumes nothing.
   */
  read(maxBytes?: number, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** Closes the reading end. A writer at the other end gets a broken pipe. */
  close(): void;
}

/** Output of a process. */
export interface ByteSink {
  readonly isTerminal: boolean;
  /** Resolves when there is room for more. Rejects with BrokenPipeError if the reading end is closed. */
  write(data: Uint8Array | string, signal?: AbortSignal): Promise<void>;
  /** Ends the output: a reader reaches the end. Resolves when everything is written. */
  close(): Promise<void>;
}

/** Thrown when the other end of a pipe is closed. The writer ends as by SIGPIPE. */
export class BrokenPipeError extends Error {
  override readonly name = "BrokenPipeError";

  constructor() {
    super("Broken pipe");
  }
}

export function toBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? encodeText(data) : data;
}

/** Makes a source from a function that returns the next bytes, of any length; undefined at the end. */
export class PulledSource implements ByteSource {
  readonly isTerminal: boolean = false;
  readonly #pull: () => Promise<Uint8Array | undefined>;
  readonly #onClose: (() => void) | undefined;
  #rest: Uint8Array | undefined;

  constructor(pull: () => Promise<Uint8Array | undefined>, onClose?: () => void) {
    this.#pull = pull;
    this.#onClose = onClose;
  }

  async read(maxBytes = Infinity): Promise<Uint8Array | undefined> {
    const bytes = this.#rest ?? (await this.#pull());
    this.#rest = undefined;
    if (!bytes || bytes.length <= maxBytes) return bytes;
    this.#rest = bytes.subarray(maxBytes);
    return bytes.subarray(0, maxBytes);
  }

  close(): void {
    this.#onClose?.();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return iterate(this);
  }
}

/** Reads a source to its end, chunk by chunk. */
export async function* iterate(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  for (let bytes = await source.read(); bytes; bytes = await source.read()) yield bytes;
}

/** Makes a source of existing bytes. */
export function sourceOf(content: Uint8Array | string): ByteSource {
  let rest: Uint8Array | undefined = toBytes(content);
  return new PulledSource(async () => {
    const bytes = rest;
    rest = undefined;
    return bytes?.length ? bytes : undefined;
  });
}

/** Wraps a source so that readers yield to other processes before each read. */
export function pacedSource(source: ByteSource, pause: () => Promise<void>): ByteSource {
  const paced: ByteSource = {
    isTerminal: source.isTerminal,
    read: async (maxBytes, signal) => {
      await pause();
      return source.read(maxBytes, signal);
    },
    close: () => source.close(),
    [Symbol.asyncIterator]: () => iterate(paced),
  };
  return paced;
}

/** Wraps a sink so that writers yield to other processes before each write. */
export function pacedSink(sink: ByteSink, pause: () => Promise<void>): ByteSink {
  return {
    isTerminal: sink.isTerminal,
    write: async (data, signal) => {
      await pause();
      return sink.write(data, signal);
    },
    close: () => sink.close(),
  };
}

/** Makes a source without data. */
export function emptySource(): ByteSource {
  return new PulledSource(async () => undefined);
}

/** Collects its input in memory. */
export class CollectingSink implements ByteSink {
  readonly isTerminal = false;
  readonly chunks: Uint8Array[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
  }

  async write(data: Uint8Array | string): Promise<void> {
    const bytes = toBytes(data);
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) throw new Error(`out of memory: more than ${this.#maxBytes} bytes`);
    this.chunks.push(bytes);
  }

  async close(): Promise<void> {}

  content(): Buffer {
    return Buffer.concat(this.chunks);
  }

  text(): string {
    return decodeText(this.content());
  }
}

/** Reads a whole source. Throws if it exceeds `maxBytes`. */
export async function readAll(source: ByteSource, maxBytes: number): Promise<Buffer> {
  const sink = new CollectingSink(maxBytes);
  for await (const bytes of source) await sink.write(bytes);
  return sink.content();
}

/** Yields the bytes of a source in blocks with a multiple of `size` bytes. The last block may be shorter. */
export async function* blocksOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, void> {
  let rest = Buffer.alloc(0);
  for await (const bytes of source) {
    const joined =
      rest.length > 0 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const whole = joined.length - (joined.length % size);
    if (whole > 0) yield joined.subarray(0, whole);
    // Copied, because the reader may reuse its buffer.
    rest = Buffer.from(joined.subarray(whole));
  }
  if (rest.length > 0) yield rest;
}

/**
 * Yields the lines of a source, as text with one character per byte (latin1). The last line may lack an end. Lines end
 * at a newline, or at another given one-byte character.
 */
export async function* linesWithEnds(
  source: ByteSource,
  end = "\n",
): AsyncGenerator<{ text: string; ended: boolean }, void> {
  let pending = "";
  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!chunk.includes(end)) {
      pending += chunk.toString("latin1");
      if (pending.length > LIMITS.lineBytes)
        throw new Error(`out of memory: a line of more than ${LIMITS.lineBytes} bytes`);
      continue;
    }
    const lines = (pending + chunk.toString("latin1")).split(end);
    pending = lines.pop() ?? "";
    for (const text of lines) yield { text, ended: true };
  }
  if (pending !== "") yield { text: pending, ended: false };
}
