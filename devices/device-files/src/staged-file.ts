import { futimesSync, writevSync } from "node:fs";
import { rm, type FileHandle } from "node:fs/promises";
import { toFileError } from "./file-error.ts";
import { chargedBytes, type StorageQuota } from "./storage-quota.ts";

/** Size up to which a synchronous write is faster than another thread. */
const AT_ONCE_BYTES_MAX = 64 * 1024;

/** A file being received. `abort` after `commit` does nothing. */
export class StagedFile {
  readonly #quota: StorageQuota;
  readonly #handle: FileHandle;
  readonly #hostPath: string;
  readonly #path: string;
  readonly #place: (mode: number, hasTime: boolean) => Promise<void>;
  #sizeBytes = 0;
  #done = false;

  constructor(
    quota: StorageQuota,
    handle: FileHandle,
    hostPath: string,
    path: string,
    place: (mode: number, hasTime: boolean) => Promise<void>,
  ) {
    this.#quota = quota;
    this.#handle = handle;
    this.#hostPath = hostPath;
    this.#path = path;
    this.#place = place;
  }

  async write(pieces: Buffer[]): Promise<void> {
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await this.#quota.reserve(chargedBytes(this.#sizeBytes + bytes) - chargedBytes(this.#sizeBytes), this.#path);
    try {
      for (let rest = bytes, todo = pieces; rest > 0;) {
        const bytesWritten =
          rest <= AT_ONCE_BYTES_MAX
            ? writevSync(this.#handle.fd, todo)
            : (await this.#handle.writev(todo)).bytesWritten;
        rest -= bytesWritten;
        todo = dropBytes(todo, bytesWritten);
      }
    } catch (error) {
      throw toFileError(error, this.#path);
    } finally {
      this.#sizeBytes += bytes;
    }
  }

  /** Resolves when the written data is on the disk. */
  async sync(): Promise<void> {
    await this.#handle.sync().catch((error: unknown) => {
      throw toFileError(error, this.#path);
    });
  }

  /** Moves the file into place, replacing any existing one. The modification time is that of the write unless given. */
  async commit(mode: number, modifiedAtS?: number): Promise<void> {
    try {
      if (modifiedAtS !== undefined) futimesSync(this.#handle.fd, modifiedAtS, modifiedAtS);
      await this.#place(mode, modifiedAtS !== undefined);
    } catch (error) {
      throw toFileError(error, this.#path);
    }
    this.#done = true;
    await this.#handle.close();
  }

  async abort(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    await this.#handle.close();
    await rm(this.#hostPath, { force: true });
    this.#quota.release(chargedBytes(this.#sizeBytes));
  }
}

function dropBytes(pieces: Buffer[], count: number): Buffer[] {
  const rest: Buffer[] = [];
  for (const piece of pieces) {
    if (count < piece.length) rest.push(piece.subarray(count));
    count = Math.max(0, count - piece.length);
  }
  return rest;
}
