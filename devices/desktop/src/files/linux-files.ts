import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, opendir, rename, rm, stat, symlink, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { getSystemErrorMap } from "node:util";
import type { SyncStatus } from "@terrarium/adb/sync-codec";
import type { SyncErrno, SyncFiles, SyncReader, SyncWriter } from "@terrarium/adb/sync-server";
import { cutText } from "@terrarium/bounds/cut-text";

/** Limit of listed folder entries; the rest is omitted. */
const MAX_ENTRIES = 50_000;
const STATS_AT_ONCE = 64;
/** A name has at most 255 bytes. A character takes up to three bytes, and the unique suffix 38. */
const STAGED_NAME_CHARS = 60;
const ERRNOS = { EIO: 5, EINVAL: 22 };

/** The file system as seen by this process, with its rights. */
export const linuxFiles: SyncFiles = {
  async status(path, followLinks) {
    return toSyncStatus(await (followLinks ? stat(path) : lstat(path)));
  },

  async list(path) {
    const names: string[] = [];
    for await (const { name } of await opendir(path)) {
      if (names.length >= MAX_ENTRIES) break;
      names.push(name);
    }
    const entries: { name: string; status: SyncStatus }[] = [];
    for (let from = 0; from < names.length; from += STATS_AT_ONCE) {
      const some = names.slice(from, from + STATS_AT_ONCE).map(async (name) => {
        // Omits entries that were deleted meanwhile.
        const status = await lstat(join(path, name)).catch(() => undefined);
        return status ? [{ name, status: toSyncStatus(status) }] : [];
      });
      entries.push(...(await Promise.all(some)).flat());
    }
    return entries;
  },

  async openReader(path): Promise<SyncReader> {
    // Opening a pipe without a writer must not block.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      await requireFile(handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return {
      read: (into) => readFully(handle, into),
      close: () => handle.close(),
    };
  },

  async openWriter(path, mode, isDurable) {
    await mkdir(dirname(path), { recursive: true });
    return StagedFile.open(path, mode, isDurable);
  },

  async symlink(target, path) {
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
    await symlink(target, path);
  },

  describeError(error): SyncErrno {
    const errno = error instanceof Error && "errno" in error ? Number(error.errno) : -ERRNOS.EIO;
    const [, text = "i/o error"] = getSystemErrorMap().get(errno) ?? [];
    return { errno: -errno, message: text.charAt(0).toUpperCase() + text.slice(1) };
  },
};

/** A file that replaces the target, even a link, once its content is complete. */
class StagedFile implements SyncWriter {
  readonly #path: string;
  readonly #stagedPath: string;
  readonly #handle: FileHandle;
  readonly #isDurable: boolean;

  private constructor(path: string, stagedPath: string, handle: FileHandle, isDurable: boolean) {
    this.#path = path;
    this.#stagedPath = stagedPath;
    this.#handle = handle;
    this.#isDurable = isDurable;
  }

  static async open(path: string, mode: number, isDurable: boolean): Promise<StagedFile> {
    const staged = join(dirname(path), `.${cutText(basename(path), STAGED_NAME_CHARS)}.${randomUUID()}`);
    const handle = await open(staged, "wx", 0o600);
    const file = new StagedFile(path, staged, handle, isDurable);
    try {
      await handle.chmod(mode);
      return file;
    } catch (error) {
      await file.abort();
      throw error;
    }
  }

  async write(pieces: Buffer[]): Promise<void> {
    for (let rest = pieces; rest.length > 0;) rest = behind(rest, (await this.#handle.writev(rest)).bytesWritten);
  }

  async commit(modifiedAtS: number): Promise<void> {
    await this.#handle.utimes(modifiedAtS, modifiedAtS);
    if (this.#isDurable) await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#stagedPath, this.#path);
    if (this.#isDurable) await syncFolder(dirname(this.#path));
  }

  async abort(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.#stagedPath, { force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  await folder.sync();
}

/**
 * Reads until the buffers are full or the file ends. The kernel returns at most one page at a time of files that it
 * generates.
 */
async function readFully(handle: FileHandle, into: Buffer[]): Promise<number> {
  let bytes = 0;
  for (let rest = into; rest.length > 0;) {
    const { bytesRead } = await handle.readv(rest);
    if (bytesRead === 0) break;
    bytes += bytesRead;
    rest = behind(rest, bytesRead);
  }
  return bytes;
}

/** Returns the rest of the pieces after their first `bytes`. */
function behind(pieces: readonly Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  return pieces.flatMap((piece) => {
    const taken = Math.min(piece.length, left);
    left -= taken;
    return taken < piece.length ? [piece.subarray(taken)] : [];
  });
}

async function requireFile(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).isFile()) return;
  throw Object.assign(new Error("it is not a file"), { errno: -ERRNOS.EINVAL });
}

function toSyncStatus(status: Stats): SyncStatus {
  const seconds = (timeMs: number) => Math.max(0, Math.floor(timeMs / 1000));
  return {
    mode: status.mode,
    sizeBytes: status.size,
    modifiedAtS: seconds(status.mtimeMs),
    accessedAtS: seconds(status.atimeMs),
    changedAtS: seconds(status.ctimeMs),
    device: status.dev,
    inode: status.ino,
    links: status.nlink,
    userId: status.uid,
    groupId: status.gid,
  };
}
