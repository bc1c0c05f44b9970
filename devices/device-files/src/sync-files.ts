import { dirname } from "node:path";
import type { SyncStatus } from "@terrarium/adb/sync-codec";
import type { SyncErrno, SyncFiles, SyncReader, SyncWriter } from "@terrarium/adb/sync-server";
import type { DeviceFiles, FileStatus } from "./device-files.ts";
import { FileError, toFileError } from "./file-error.ts";

function toSyncStatus(status: FileStatus): SyncStatus {
  return {
    mode: status.mode,
    sizeBytes: status.sizeBytes,
    modifiedAtS: Math.floor(status.modifiedAtMs / 1000),
    accessedAtS: Math.floor(status.accessedAtMs / 1000),
    changedAtS: Math.floor(status.changedAtMs / 1000),
    device: 1,
    inode: status.inode,
    links: status.links,
    userId: status.userId,
    groupId: status.userId,
  };
}

/** The device's files, for the `sync:` service. */
export class DeviceSyncFiles implements SyncFiles {
  readonly #files: DeviceFiles;

  constructor(files: DeviceFiles) {
    this.#files = files;
  }

  async status(path: string, followLinks: boolean): Promise<SyncStatus> {
    return toSyncStatus(await this.#files.status(path, followLinks));
  }

  async list(path: string): Promise<{ name: string; status: SyncStatus }[]> {
    const entries = await this.#files.list(path);
    return entries.map(({ name, status }) => ({ name, status: toSyncStatus(status) }));
  }

  async openReader(path: string): Promise<SyncReader> {
    const handle = await this.#files.openForReading(path);
    return {
      async read(into) {
        const { bytesRead } = await handle.readv(into);
        return bytesRead;
      },
      close: () => handle.close(),
    };
  }

  async openWriter(path: string, mode: number, isDurable: boolean): Promise<SyncWriter> {
    await this.#files.makeFolder(dirname(path), true);
    const staged = await this.#files.stage(path);
    return {
      write: (pieces) => staged.write(pieces),
      commit: async (modifiedAtS) => {
        if (isDurable) await staged.sync();
        await staged.commit(mode, modifiedAtS);
        if (isDurable) await this.#files.sync(dirname(path));
      },
      abort: () => staged.abort(),
    };
  }

  async symlink(target: string, path: string): Promise<void> {
    await this.#files.makeFolder(dirname(path), true);
    await this.#files.remove(path, false).catch((error: unknown) => {
      if (!(error instanceof FileError && error.code === "ENOENT")) throw error;
    });
    await this.#files.symlink(target, path);
  }

  describeError(error: unknown): SyncErrno {
    const { errno, text } = toFileError(error, "");
    return { errno, message: text };
  }
}
