import { limits } from "../limits.ts";
import { decodeText, encodeText } from "./text-bytes.ts";

/** Where a process reads from. A reader waits until there is something to read. */
export interface ByteSource extends AsyncIterable<Uint8Array> {
  readonly isTerminal: boolean;
  /**
   * The next bytes, `maxBytes` at most; undefined at the end. What is not taken stays for the next reader. A reader
   * that waits rejects with the signal's reason when it aborts, having taken nothing.
   */
  read(maxBytes?: number, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** Nobody will read here again: a writer at the other end gets a broken pipe. */
  close(): void;
}

/** Where a process writes to. */
export interface ByteSink {
  readonly isTerminal: boolean;
  /** Resolves when there is room for more. Rejects with BrokenPipeError when nobody will ever read. */
  write(data: Uint8Array | string, signal?: AbortSignal): Promise<void>;
  /** The end: a reader at the other side comes to it. Resolves when all is written. */
  close(): Promise<void>;
}

/** The other end of a pipe is closed: the writer ends, as by SIGPIPE. */
export class BrokenPipeError extends Error {
  override readonly name = "BrokenPipeError";

  constructor() {
    super("Broken pipe");
  }
}

export function toBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? encodeText(data) : data;
}

/** Makes a source of a function that gives the next bytes, as many as it likes; undefined at the end. */
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

/** A source of bytes that are there already. */
export function sourceOf(content: Uint8Array | string): ByteSource {
  let rest: Uint8Array | undefined = toBytes(content);
  return new PulledSource(async () => {
    const bytes = rest;
    rest = undefined;
    return bytes?.length ? bytes : undefined;
  });
}

/** The same source, whose readers give way to others before each read. */
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

/** The same sink, whose writers give way to others before each write. */
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

/** Always at its end. */
export function emptySource(): ByteSource {
  return new PulledSource(async () => undefined);
}

/** Collects what is written. */
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

/** All that a source has, up to `maxBytes`; throws beyond. */
export async function readAll(source: ByteSource, maxBytes: number): Promise<Buffer> {
  const sink = new CollectingSink(maxBytes);
  for await (const bytes of source) await sink.write(bytes);
  return sink.content();
}

/** Bytes of a source in pieces that are a multiple of `size` long, but for the last. */
export async function* blocksOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, void> {
  let rest = Buffer.alloc(0);
  for await (const bytes of source) {
    const joined =
      rest.length > 0 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const whole = joined.length - (joined.length % size);
    if (whole > 0) yield joined.subarray(0, whole);
    // The reader may use its buffer again.
    rest = Buffer.from(joined.subarray(whole));
  }
  if (rest.length > 0) yield rest;
}

/**
 * The lines of a source, as text of which each character is one byte (latin1); the last one may have no end. Lines end
 * at a newline, or at another character of one byte.
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
      if (pending.length > limits.lineBytes)
        throw new Error(`out of memory: a line of more than ${limits.lineBytes} bytes`);
      continue;
    }
    const lines = (pending + chunk.toString("latin1")).split(end);
    pending = lines.pop() ?? "";
    for (const text of lines) yield { text, ended: true };
  }
  if (pending !== "") yield { text: pending, ended: false };
}
