import type { FileHandle } from "node:fs/promises";
// Imported, because the interpreter removes the global function while its tools run.
import { setImmediate } from "node:timers";
import { notePassedBytes } from "@terrarium/adb-device/process-memory";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { PulledSource, toBytes, type ByteSink, type ByteSource } from "../streams/byte-stream.ts";

const CHUNK_BYTES = 64 * 1024;
/** Limit of pending bytes. Above it, a writer waits for the disk. */
const MAX_PENDING_BYTES = 256 * 1024;

/** Files with pending writes. Every other access to files waits for them first. */
export class OpenFiles {
  readonly #dirty = new Set<FileSink>();

  add(sink: FileSink): void {
    this.#dirty.add(sink);
  }

  delete(sink: FileSink): void {
    this.#dirty.delete(sink);
  }

  async flush(): Promise<void> {
    for (const sink of this.#dirty) await sink.flush().catch(() => undefined);
  }
}

/** Files that a program reads. They are closed when its process ends. Files opened later are closed at once. */
export class FilesOfProcess {
  readonly #sources = new Set<ByteSource>();
  #ended = false;

  add(source: ByteSource): void {
    if (this.#ended) source.close();
    else this.#sources.add(source);
  }

  delete(source: ByteSource): void {
    this.#sources.delete(source);
  }

  closeAll(): void {
    this.#ended = true;
    for (const source of Array.from(this.#sources)) source.close();
  }
}

/** Appends to a file on the disk. Combines small writes. */
export class FileSink implements ByteSink {
  readonly isTerminal = false;
  readonly #disk: DeviceFiles;
  readonly #path: string;
  readonly #open: OpenFiles;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #scheduled = false;
  #failure: Error | undefined;

  constructor(disk: DeviceFiles, path: string, open: OpenFiles) {
    this.#disk = disk;
    this.#path = path;
    this.#open = open;
  }

  async write(data: Uint8Array | string): Promise<void> {
    if (this.#failure) throw this.#failure;
    const bytes = toBytes(data);
    if (bytes.length === 0) return;
    // Copied, because the writer may reuse its buffer.
    this.#pending.push(Uint8Array.prototype.slice.call(bytes));
    this.#pendingBytes += bytes.length;
    this.#open.add(this);
    if (this.#pendingBytes >= MAX_PENDING_BYTES) return this.flush();
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.flush().catch(() => undefined));
  }

  /** Resolves when all bytes written so far are on the disk. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#append());
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    this.#open.delete(this);
  }

  async #append(): Promise<void> {
    this.#scheduled = false;
    if (this.#failure) throw this.#failure;
    const content = Buffer.concat(this.#pending.splice(0));
    this.#pendingBytes = 0;
    if (content.length === 0) return;
    notePassedBytes(2 * content.length);
    try {
      await this.#disk.write(this.#path, content, "append");
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw this.#failure;
    } finally {
      if (this.#pendingBytes === 0) this.#open.delete(this);
    }
  }
}

/**
 * Reads a file from the handle's position, including data that is added meanwhile. If a process is given, its end
 * closes the file at the latest.
 */
export function fileSource(handle: FileHandle, process?: FilesOfProcess): ByteSource {
  let closed = false;
  const pull = async () => {
    if (closed) return undefined;
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
    notePassedBytes(CHUNK_BYTES);
    return bytesRead > 0 ? buffer.subarray(0, bytesRead) : undefined;
  };
  const source = new PulledSource(pull, () => {
    if (closed) return;
    closed = true;
    process?.delete(source);
    void handle.close();
  });
  process?.add(source);
  return source;
}
