import { posix } from "node:path";
// Imported, because the interpreter removes the global function while its tools run.
import { setImmediate } from "node:timers";
import {
  isFolder,
  isLink,
  isRegularFile,
  type DeviceFiles,
  type FileStatus,
} from "@terrarium/device-files/device-files";
import { FileError } from "@terrarium/device-files/file-error";
import { pacedSink, pacedSource, readAll, type ByteSink, type ByteSource } from "../streams/byte-stream.ts";
import { decodeText } from "../streams/text-bytes.ts";
import { deviceMode, mayEnter, mayList, ownershipOf, type Ownership } from "./file-access.ts";
import { FileSink, fileSource, type FilesOfProcess, type OpenFiles } from "./open-files.ts";
import type { SpecialFile, SpecialFiles } from "./special-files.ts";

/** A file as `ls -l` and `stat` show it. */
export interface ShellFileStatus extends FileStatus, Ownership {}

export { isFolder, isLink, isRegularFile };

/** Size limit for commands that read a whole file at once. */
const MAX_WHOLE_FILE_BYTES = 64 * 1024 * 1024;

const MAX_LINKS = 40;

export interface FileUser {
  pid: number;
  userId: number;
  /** Mode bits that new files and folders do not get. */
  umask: number;
  cwd: string;
  /** Closes the files that the process leaves open. Without it, the caller must close every file that it opens. */
  openFiles?: FilesOfProcess;
  /** Called at each read and write, so that a loop over a file does not block other processes. */
  pause?: () => Promise<void>;
}

/**
 * The device's files with the permissions of one process. Paths are relative to its working directory. All methods
 * throw FileError with a `text` for the program's message. Besides the files on the disk there are /dev and /proc.
 */
export class ProcessFiles {
  readonly #disk: DeviceFiles;
  readonly #special: SpecialFiles;
  readonly #open: OpenFiles;
  readonly #user: FileUser;

  constructor(disk: DeviceFiles, special: SpecialFiles, open: OpenFiles, user: FileUser) {
    this.#disk = disk;
    this.#special = special;
    this.#open = open;
    this.#user = user;
  }

  /** Returns the same files for another process. */
  for(user: FileUser): ProcessFiles {
    return new ProcessFiles(this.#disk, this.#special, this.#open, user);
  }

  /**
   * Returns the same files for callers that cannot yield during a read, because the interpreter removes the functions
   * for it.
   */
  withoutPauses(): ProcessFiles {
    const { pid, userId, umask, cwd, openFiles } = this.#user;
    return this.for({ pid, userId, umask, cwd, ...(openFiles && { openFiles }) });
  }

  /** Returns the absolute path without `.` and `..`. Does not follow links. */
  resolve(path: string): string {
    if (path === "") throw new FileError("ENOENT", path);
    const full = posix.resolve(this.#user.cwd, path);
    return path.endsWith("/") && full !== "/" ? `${full}/` : full;
  }

  async status(path: string, followLinks = true): Promise<ShellFileStatus> {
    await this.#open.flush();
    const { place, special } = await this.#find(path, followLinks);
    const status = special
      ? specialStatus(special, this.#special.nowMs())
      : await this.#disk.status(place, followLinks);
    return special ? { ...status, ...ownershipOf(place) } : shown(place, status);
  }

  async exists(path: string): Promise<boolean> {
    return this.status(path).then(
      () => true,
      () => false,
    );
  }

  async isFolder(path: string): Promise<boolean> {
    return this.status(path).then(isFolder, () => false);
  }

  /** Returns the entries of a folder by name. */
  async list(path: string): Promise<{ name: string; status: ShellFileStatus }[]> {
    await this.#open.flush();
    const { place, special } = await this.#find(path, true);
    if (!mayList(place, this.#user.userId)) throw new FileError("EACCES", path);
    const names = special?.kind === "folder" ? await special.names() : [];
    if (special && special.kind !== "folder") throw new FileError("ENOTDIR", path);
    const entries = special ? [] : await this.#disk.list(place);
    const all = entries.map(({ name, status }) => {
      const child = posix.join(place, name);
      return { name, status: shown(child, status) };
    });
    for (const name of names) {
      const status = await this.status(posix.join(place, name), false).catch(() => undefined);
      if (status) all.push({ name, status });
    }
    return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async names(path: string): Promise<string[]> {
    return (await this.list(path)).map(({ name }) => name);
  }

  /** Resolves when a file's content or a folder's entries are on the disk. */
  async sync(path: string): Promise<void> {
    await this.#open.flush();
    const { place, special } = await this.#find(path, true);
    if (!special) await byName(path, this.#disk.sync(place));
  }

  /** Opens a file for reading, from its start. */
  async open(path: string): Promise<ByteSource> {
    await this.#open.flush();
    const { place, special } = await this.#find(path, true);
    if (special?.kind === "folder") throw new FileError("EISDIR", path);
    const { openFiles, pause } = this.#user;
    const source =
      special?.kind === "file"
        ? await special.read()
        : fileSource(await byName(path, this.#disk.openForReading(place)), openFiles);
    return pause ? pacedSource(source, pause) : source;
  }

  /**
   * Opens a file for writing. Creates it if it does not exist, and empties or extends it otherwise. The caller must
   * close it.
   */
  async create(path: string, how: "replace" | "append" = "replace"): Promise<ByteSink> {
    await this.#open.flush();
    const { place, special } = await this.#find(path, true);
    if (special?.kind === "folder") throw new FileError("EISDIR", path);
    if (special?.kind === "file") {
      if (special.write) return this.#paced(special.write());
      throw new FileError("EACCES", path);
    }
    this.#mayChange(place, path);
    if (path.endsWith("/")) throw new FileError("EISDIR", path);
    const isNew = hasModes(place) && !(await this.exists(place));
    await byName(path, this.#disk.write(place, new Uint8Array(), how));
    if (isNew) await this.#disk.changeMode(place, 0o666 & ~this.#user.umask);
    return this.#paced(new FileSink(this.#disk, place, this.#open));
  }

  #paced(sink: ByteSink): ByteSink {
    const { pause } = this.#user;
    return pause ? pacedSink(sink, pause) : sink;
  }

  /** Returns the content of a file. Throws EFBIG if it exceeds `maxBytes`. */
  async readAll(path: string, maxBytes = MAX_WHOLE_FILE_BYTES): Promise<Buffer> {
    const source = await this.open(path);
    try {
      return await readAll(source, maxBytes);
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw new FileError("EFBIG", path);
    } finally {
      source.close();
    }
  }

  async readText(path: string): Promise<string> {
    return decodeText(await this.readAll(path));
  }

  /** Writes or extends a whole file. */
  async write(path: string, content: Uint8Array | string, how: "replace" | "append" = "replace"): Promise<void> {
    const sink = await this.create(path, how);
    await sink.write(content);
    await sink.close();
  }

  async makeFolder(path: string, recursive = false): Promise<void> {
    const parent = posix.dirname(this.resolve(path).replace(/\/$/, ""));
    if (recursive && !(await this.exists(parent))) await this.makeFolder(parent, true);
    const place = await this.#place(path);
    // Each parent folder needs a check of all folders before it, so other processes run in between.
    if (recursive) await new Promise((resolve) => setImmediate(resolve));
    const isNew = hasModes(place) && !(recursive && (await this.exists(place)));
    await this.#disk.makeFolder(place, recursive);
    if (isNew) await this.#disk.changeMode(place, 0o777 & ~this.#user.umask);
  }

  /** Removes a file or a link; with `recursive` also a folder with its contents. */
  async remove(path: string, recursive = false): Promise<void> {
    await this.#open.flush();
    await this.#disk.remove(await this.#place(path), recursive);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#open.flush();
    await this.#disk.rename(await this.#place(from), await this.#place(to));
  }

  /** Copies one regular file over `to`. */
  async copyFile(from: string, to: string): Promise<void> {
    await this.#open.flush();
    const { place, special } = await this.#find(from, true);
    const target = await this.#find(to, true);
    if (!special && !target.special) {
      this.#mayChange(target.place, to);
      return this.#disk.copyFile(place, target.place);
    }
    const sink = await this.create(to);
    const source = await this.open(from);
    try {
      for await (const bytes of source) await sink.write(bytes);
    } finally {
      source.close();
    }
    await sink.close();
  }

  async symlink(target: string, path: string): Promise<void> {
    await this.#disk.symlink(target, await this.#place(path));
  }

  async readLink(path: string): Promise<string> {
    const { place, special } = await this.#find(path, false);
    if (special?.kind === "link") return special.target;
    if (special) throw new FileError("EINVAL", path);
    return this.#disk.readLink(place);
  }

  /** Returns the absolute path without links. The last component may be missing. */
  async realPath(path: string): Promise<string> {
    return (await this.#find(path, true)).place.replace(/(?<=.)\/$/, "");
  }

  async changeMode(path: string, mode: number): Promise<void> {
    await this.#disk.changeMode(await this.#place(path, true), mode);
  }

  async setTimes(path: string, accessedAtMs: number, modifiedAtMs: number): Promise<void> {
    await this.#open.flush();
    await this.#disk.setTimes(await this.#place(path, true), accessedAtMs, modifiedAtMs);
  }

  /** Returns whether a file may be run. On shared storage none may. */
  async mayExecute(path: string): Promise<boolean> {
    return this.status(path).then(
      (status) => !isFolder(status) && (status.mode & 0o111) !== 0,
      () => false,
    );
  }

  /** Returns whether the device's rules allow the process to write to the path. */
  async mayWrite(path: string): Promise<boolean> {
    try {
      const { place, special } = await this.#find(path, true);
      if (special) return special.kind === "file" && special.write !== undefined;
      return /^\/(sdcard|data\/local\/tmp|data\/data)(\/|$)/.test(place) && mayEnter(place, this.#user.userId);
    } catch {
      return false;
    }
  }

  async #place(path: string, followLast = false): Promise<string> {
    const { place, special } = await this.#find(path, followLast);
    if (special) throw new FileError("EACCES", path);
    this.#mayChange(place, path);
    return place;
  }

  #mayChange(place: string, path: string): void {
    if (!mayEnter(place, this.#user.userId)) throw new FileError("EACCES", path);
  }

  /**
   * Resolves a path, following the last link if requested. Returns also the special file at this path, if there is one.
   */
  async #find(path: string, followLast: boolean): Promise<{ place: string; special: SpecialFile | undefined }> {
    let full = this.resolve(path);
    for (let links = 0; links < MAX_LINKS; links++) {
      const special = await this.#findSpecial(full);
      if (special?.kind === "link" && (followLast || full.endsWith("/"))) {
        full = posix.resolve(posix.dirname(full), special.target);
        continue;
      }
      if (special) return { place: full, special };
      const resolved = this.#disk.resolve(full, followLast).devicePath;
      if (!mayEnter(resolved, this.#user.userId)) throw new FileError("EACCES", path);
      if (!/^\/(dev|proc)\//.test(resolved)) {
        return { place: full.endsWith("/") && resolved !== "/" ? `${resolved}/` : resolved, special: undefined };
      }
      if (resolved === full) throw new FileError("ENOENT", path);
      full = resolved;
    }
    throw new FileError("ELOOP", path);
  }

  async #findSpecial(full: string): Promise<SpecialFile | undefined> {
    if (!/^\/(dev|proc)(\/|$)/.test(full)) return undefined;
    const special = await this.#special.find(full.replace(/\/$/, ""), this.#user.pid);
    if (!special) throw new FileError("ENOENT", full);
    return special;
  }
}

/** Rewrites errors to contain the requested path. */
async function byName<Value>(path: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FileError ? new FileError(error.code, path) : error;
  }
}

/** Converts a status from the disk to the device's view, without hard links. */
function shown(place: string, status: FileStatus): ShellFileStatus {
  const links = isFolder(status) ? status.links : 1;
  return { ...status, ...ownershipOf(place), links, mode: deviceMode(place, status) };
}

/** Returns whether files at this path have individual modes. On shared storage all have the same. */
function hasModes(place: string): boolean {
  return place.startsWith("/data/");
}

const SPECIAL_MODES = { folder: 0o040555, link: 0o120777 } as const;

function specialStatus(file: SpecialFile, now: number): FileStatus {
  return {
    mode: file.kind === "file" ? file.mode : SPECIAL_MODES[file.kind],
    sizeBytes: file.kind === "link" ? file.target.length : 0,
    modifiedAtMs: now,
    accessedAtMs: now,
    changedAtMs: now,
    inode: 1,
    links: 1,
    userId: 0,
  };
}
