import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import { chmodSync, constants, lstatSync, renameSync, rmdirSync, unlinkSync, type Stats } from "node:fs";
import * as host from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  decodeLinkTarget,
  encodeLinkTarget,
  MAX_PATH_NAMES,
  resolveDevicePath,
  type ResolvedPath,
} from "./device-path.ts";
import { FileError, toFileError } from "./file-error.ts";
import { FileTimes } from "./file-times.ts";
import { longestPath, walkTree } from "./host-tree.ts";
import { type FileFolders, replaceLargeFile } from "./large-replacement.ts";
import { StagedFile } from "./staged-file.ts";
import { chargedBytes, chargeOf, folderBytes, type StorageQuota } from "./storage-quota.ts";

/** Metadata of one entry. `mode` includes the type bits. */
export interface FileStatus {
  mode: number;
  sizeBytes: number;
  modifiedAtMs: number;
  accessedAtMs: number;
  changedAtMs: number;
  inode: number;
  links: number;
  /** Android user and group: 2000 (shell) where the shell may write, otherwise 0 (root). */
  userId: number;
}

const FILE_TYPE = { mask: 0o170000, folder: 0o040000, file: 0o100000, link: 0o120000 } as const;

/** Folders in which files can be created. Everything else is read-only. */
const WRITABLE_FOLDERS = ["/sdcard", "/data/local/tmp", "/data/data"] as const;

/** Host permission bits that are always kept, so that the process can still read its files. */
const OWNER_FILE_BITS = 0o600;
const OWNER_FOLDER_BITS = 0o700;

/** Size from which replacing a file in one step takes noticeably long. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Linux's PATH_MAX, less the NUL at its end. */
const MAX_HOST_PATH_BYTES = 4095;

/** Limit of files open for reading, per thread: the host's descriptors are needed for more. */
const MAX_OPEN_FILES = 400;

export function isFolder(status: FileStatus): boolean {
  return (status.mode & FILE_TYPE.mask) === FILE_TYPE.folder;
}

export function isLink(status: FileStatus): boolean {
  return (status.mode & FILE_TYPE.mask) === FILE_TYPE.link;
}

export function isRegularFile(status: FileStatus): boolean {
  return (status.mode & FILE_TYPE.mask) === FILE_TYPE.file;
}

/**
 * The device's files, stored in a host folder: `tree` is the device's root, `staging` contains incomplete uploads.
 * Paths are absolute device paths. All methods throw FileError. Every thread of the device has its own instance, with
 * shared folders and a shared quota. Renaming and reading metadata are synchronous, because another thread would take
 * ten times as long.
 */
export class DeviceFiles {
  readonly #folders: FileFolders;
  readonly quota: StorageQuota;
  readonly #times: FileTimes | undefined;
  #openFiles = 0;
  #running = 0;

  /** `nowMs`: the time of changes, for a device with a clock of its own. Default: the host's. */
  constructor(folder: string, quota: StorageQuota, nowMs?: () => number) {
    this.#folders = { tree: join(folder, "tree"), staging: join(folder, "staging") };
    this.quota = quota;
    this.#times = nowMs && new FileTimes(nowMs);
  }

  /** Whether any operation of this instance is still running. */
  get busy(): boolean {
    return this.#running > 0;
  }

  resolve(path: string, followLast: boolean): ResolvedPath {
    return resolveDevicePath(this.#folders.tree, path, followLast);
  }

  async status(path: string, followLinks: boolean): Promise<FileStatus> {
    const resolved = this.resolve(path, followLinks);
    return this.#run(path, async () => this.#toStatus(lstatSync(resolved.hostPath), resolved));
  }

  async list(path: string): Promise<{ name: string; status: FileStatus }[]> {
    const folder = this.resolve(path, true);
    return this.#run(path, async () => {
      const entries: { name: string; status: FileStatus }[] = [];
      // The host's order differs between two folders with the same entries.
      for (const name of (await host.readdir(folder.hostPath)).toSorted()) {
        const child = { devicePath: join(folder.devicePath, name), hostPath: join(folder.hostPath, name) };
        const stats = lstatSync(child.hostPath, { throwIfNoEntry: false });
        // Omits an entry deleted since the listing started.
        if (stats) entries.push({ name, status: await this.#toStatus(stats, child) });
      }
      return entries;
    });
  }

  /** Opens a regular file for reading. */
  async openForReading(path: string): Promise<host.FileHandle> {
    const { hostPath } = this.resolve(path, true);
    return this.#run(path, async () => {
      if (this.#openFiles >= MAX_OPEN_FILES) throw new FileError("EMFILE", path);
      this.#openFiles++;
      const closed = () => void this.#openFiles--;
      const handle = await host.open(hostPath, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
        closed();
        throw error;
      });
      // FileHandle's types lack its EventEmitter methods.
      (handle as host.FileHandle & EventEmitter).once("close", closed);
      const stats = await handle.stat();
      if (stats.isFile()) return handle;
      await handle.close();
      throw new FileError(stats.isDirectory() ? "EISDIR" : "EINVAL", path);
    });
  }

  /** Resolves when a file's content, or a folder's entries, are on the disk. */
  async sync(path: string): Promise<void> {
    const { hostPath } = this.resolve(path, true);
    await this.#run(path, async () => {
      await using handle = await host.open(hostPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      await handle.sync();
    });
  }

  /** Reads a whole file, up to `maxBytes`. */
  async readAll(path: string, maxBytes: number): Promise<Buffer> {
    return this.#read(path, async (handle, sizeBytes) => {
      if (sizeBytes > maxBytes) throw new FileError("EFBIG", path);
      return handle.readFile();
    });
  }

  /** Reads a file's first bytes, up to `maxBytes`, and returns them with the file's size. */
  async readStart(path: string, maxBytes: number): Promise<{ bytes: Buffer; sizeBytes: number }> {
    return this.#read(path, async (handle, sizeBytes) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(sizeBytes, maxBytes)), 0);
      return { bytes: buffer.subarray(0, bytesRead), sizeBytes };
    });
  }

  async #read<T>(path: string, read: (handle: host.FileHandle, sizeBytes: number) => Promise<T>): Promise<T> {
    const handle = await this.openForReading(path);
    return this.#run(path, async () => {
      try {
        return await read(handle, (await handle.stat()).size);
      } finally {
        await handle.close();
      }
    });
  }

  /** Replaces or extends a file's content in place. */
  async write(path: string, content: Uint8Array, how: "replace" | "append"): Promise<void> {
    const target = this.#writable(path, true);
    await this.#run(path, async () => {
      const before = await this.#existingFile(target, path);
      const oldSize = before?.size ?? 0;
      const newSize = content.length + (how === "append" ? oldSize : 0);
      const oldCharge = before ? chargedBytes(oldSize) : 0;
      const reserved = Math.max(0, chargedBytes(newSize) - oldCharge);
      await this.quota.reserve(reserved, path, chargedBytes(content.length));
      const mode = how === "append" ? constants.O_APPEND : constants.O_TRUNC;
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | mode;
      const handle = await host.open(target.hostPath, flags, 0o660).catch((error: unknown) => {
        this.quota.release(reserved);
        throw error;
      });
      try {
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
      this.#times?.changed(target.hostPath, before === undefined);
      this.quota.release(Math.max(0, oldCharge - chargedBytes(newSize)));
    });
  }

  /** Starts receiving a file outside the tree; `commit` moves the complete file to its path. */
  async stage(path: string): Promise<StagedFile> {
    const target = this.#writable(path, true);
    await this.#run(path, () => this.#existingFile(target, path));
    const stagedPath = join(this.#folders.staging, randomUUID());
    await this.quota.reserve(chargedBytes(0), path);
    const handle = await this.#run(path, () => host.open(stagedPath, "wx", 0o660)).catch((error: unknown) => {
      this.quota.release(chargedBytes(0));
      throw error;
    });
    return new StagedFile(this.quota, handle, stagedPath, path, async (mode, hasTime) => {
      if (!hasTime) this.#times?.changed(stagedPath, false);
      await this.#place(stagedPath, path, mode);
    });
  }

  async makeFolder(path: string, recursive: boolean): Promise<void> {
    if (recursive) return this.#makeFolders(path);
    const target = this.#writable(path, false);
    await this.#make(path, folderBytes, async () => {
      await host.mkdir(target.hostPath, 0o770);
      this.#times?.changed(target.hostPath, true);
    });
  }

  async symlink(target: string, path: string): Promise<void> {
    if (target === "" || Buffer.byteLength(target) > 2048) throw new FileError("EINVAL", path);
    const link = this.#writable(path, false);
    const hostTarget = encodeLinkTarget(target);
    await this.#make(path, chargedBytes(hostTarget.length), async () => {
      await host.symlink(hostTarget, link.hostPath);
      this.#times?.changed(link.hostPath, true);
    });
  }

  async readLink(path: string): Promise<string> {
    const { hostPath } = this.resolve(path, false);
    return this.#run(path, async () => {
      const target = decodeLinkTarget(await host.readlink(hostPath));
      if (target === undefined) throw new FileError("EACCES", path);
      return target;
    });
  }

  /** Removes a file or link, or with `recursive` a folder and its content. */
  async remove(path: string, recursive: boolean): Promise<void> {
    const target = this.#writable(path, false);
    await this.#run(path, async () => {
      const stats = lstatSync(target.hostPath);
      if (stats.isDirectory() && recursive) await walkTree(target.hostPath, (...entry) => this.#removeEntry(...entry));
      else {
        await this.#removeEntry(target.hostPath, stats);
        // Yields to other work between removals.
        await setImmediate();
      }
      this.#times?.changed(dirname(target.hostPath), false);
    });
  }

  /** Frees the entry's space immediately, unless it is open for reading: then the next count frees it. */
  #removeEntry(hostPath: string, stats: Stats): Promise<void> {
    return this.quota.move(async () => {
      const isLarge = stats.size >= LARGE_BYTES;
      if (stats.isDirectory()) rmdirSync(hostPath);
      else if (isLarge) await host.unlink(hostPath);
      else unlinkSync(hostPath);
      this.quota.release(chargeOf(stats));
    });
  }

  async rename(from: string, to: string): Promise<void> {
    const source = this.#writable(from, false);
    const target = this.#writable(to, false);
    await this.#run(to, async () => {
      if (source.hostPath === target.hostPath) return;
      await this.#requireShortPaths(source, target, to);
      await this.quota.move(async () => {
        const before = lstatSync(target.hostPath, { throwIfNoEntry: false });
        await host.rename(source.hostPath, target.hostPath);
        if (before) this.quota.release(chargeOf(before));
      });
      for (const { hostPath } of [source, target]) this.#times?.changed(dirname(hostPath), false);
    });
  }

  /** A moved folder's content must stay reachable: paths longer than the host's limit would be inaccessible. */
  async #requireShortPaths(source: ResolvedPath, target: ResolvedPath, path: string): Promise<void> {
    const length = (of: ResolvedPath) => ({
      bytes: Buffer.byteLength(of.hostPath),
      names: of.devicePath.split("/").length - 1,
    });
    const [from, to] = [length(source), length(target)];
    if (to.bytes <= from.bytes && to.names <= from.names) return;
    const inner = await longestPath(source.hostPath);
    if (to.bytes + inner.bytes > MAX_HOST_PATH_BYTES || to.names + inner.names > MAX_PATH_NAMES)
      throw new FileError("ENAMETOOLONG", path);
  }

  async #make(path: string, bytes: number, make: () => Promise<void>): Promise<void> {
    await this.quota.reserve(bytes, path);
    try {
      await this.#run(path, make);
    } catch (error) {
      this.quota.release(bytes);
      throw error;
    }
  }

  /** Copies one regular file over `to`. */
  async copyFile(from: string, to: string): Promise<void> {
    await using reader = await this.openForReading(from);
    const staged = await this.stage(to);
    try {
      const { mode } = await reader.stat();
      const buffer = Buffer.allocUnsafe(1024 * 1024);
      for (;;) {
        const { bytesRead } = await reader.read(buffer);
        if (bytesRead === 0) break;
        await staged.write([buffer.subarray(0, bytesRead)]);
      }
      await staged.commit(mode);
    } finally {
      await staged.abort();
    }
  }

  async changeMode(path: string, mode: number): Promise<void> {
    const target = this.#writable(path, true);
    await this.#run(path, async () => {
      const owner = (await host.lstat(target.hostPath)).isDirectory() ? OWNER_FOLDER_BITS : OWNER_FILE_BITS;
      await host.chmod(target.hostPath, (mode & 0o777) | owner);
    });
  }

  async setTimes(path: string, accessedAtMs: number, modifiedAtMs: number): Promise<void> {
    const target = this.#writable(path, true);
    await this.#run(path, () => host.utimes(target.hostPath, accessedAtMs / 1000, modifiedAtMs / 1000));
  }

  async #exists(path: string): Promise<boolean> {
    return this.status(path, true).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FileError && error.code === "ENOENT") return false;
        throw error;
      },
    );
  }

  async #makeFolders(path: string): Promise<void> {
    const missing: string[] = [];
    for (let at = path; !(await this.#exists(at)); at = dirname(at)) missing.push(at);
    for (const folder of missing.toReversed()) {
      await this.makeFolder(folder, false).catch((error: unknown) => {
        // Created by another process in the meantime.
        if (!(error instanceof FileError && error.code === "EEXIST")) throw error;
      });
    }
    if (!isFolder(await this.status(path, true))) throw new FileError("EEXIST", path);
  }

  async #place(stagedPath: string, path: string, mode: number): Promise<void> {
    const target = this.#writable(path, true);
    await this.#run(path, async () => {
      const before = await this.#existingFile(target, path);
      chmodSync(stagedPath, (mode & 0o777) | OWNER_FILE_BITS);
      await this.quota.move(() => {
        if (before && before.size >= LARGE_BYTES) replaceLargeFile(this.#folders, stagedPath, target.hostPath);
        else renameSync(stagedPath, target.hostPath);
        if (before) this.quota.release(chargeOf(before));
      });
      this.#times?.changed(dirname(target.hostPath), false);
    });
  }

  /** Returns the existing file at a path to be written: none, or a regular file. */
  async #existingFile(target: ResolvedPath, path: string): Promise<Stats | undefined> {
    const stats = lstatSync(target.hostPath, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw new FileError("EISDIR", path);
    return stats;
  }

  /** Resolves the path of an entry to create, change or remove; throws for a read-only path. */
  #writable(path: string, followLast: boolean): ResolvedPath {
    const resolved = this.resolve(path, followLast);
    if (isWritable(resolved.devicePath)) return resolved;
    throw new FileError(resolved.devicePath.startsWith("/data") ? "EACCES" : "EROFS", path);
  }

  async #toStatus(stats: Stats, { devicePath, hostPath }: ResolvedPath): Promise<FileStatus> {
    let { mode, size } = stats;
    if (stats.isSymbolicLink()) {
      const target = decodeLinkTarget(await host.readlink(hostPath));
      mode = FILE_TYPE.link | 0o777;
      size = Buffer.byteLength(target ?? "");
    }
    return {
      mode,
      sizeBytes: stats.isDirectory() ? 4096 : size,
      modifiedAtMs: stats.mtimeMs,
      accessedAtMs: stats.atimeMs,
      changedAtMs: stats.ctimeMs,
      inode: stats.ino,
      ...this.#times?.shown(stats, devicePath),
      links: stats.nlink,
      userId: isWritable(`${devicePath}/`) ? 2000 : 0,
    };
  }

  async #run<T>(path: string, operation: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await operation();
    } catch (error) {
      throw toFileError(error, path);
    } finally {
      this.#running--;
    }
  }
}

function isWritable(devicePath: string): boolean {
  return WRITABLE_FOLDERS.some((folder) => devicePath.startsWith(`${folder}/`));
}
