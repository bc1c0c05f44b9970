import { posix } from "node:path";
import type { BufferEncoding, CpOptions, FileContent, FsStat, IFileSystem, MkdirOptions, RmOptions } from "just-bash";
import { isFolder, isLink, isRegularFile, type DeviceFiles, type FileStatus } from "../files/device-files.ts";
import { FileError } from "../files/file-error.ts";

/** A file that is no file, such as /dev/null. */
export interface SpecialFile {
  read(): Buffer;
  write(content: Buffer): Promise<void>;
}

/** The shell works on whole files; larger ones are for `adb pull`. */
const maxShellFileBytes = 64 * 1024 * 1024;

type EncodingOption = { encoding?: BufferEncoding | null } | BufferEncoding;

function toBuffer(content: FileContent, options?: EncodingOption): Buffer {
  if (typeof content !== "string") return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return Buffer.from(content, encodingOf(options));
}

function encodingOf(options?: EncodingOption): BufferEncoding {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}

function toFsStat(status: FileStatus): FsStat {
  return {
    isFile: isRegularFile(status),
    isDirectory: isFolder(status),
    isSymbolicLink: isLink(status),
    mode: status.mode & 0o7777,
    size: status.sizeBytes,
    mtime: new Date(status.modifiedAtMs),
    ino: status.inode,
    identity: String(status.inode),
  };
}

/** The device's files, and special files besides, as just-bash uses a file system. */
export class ShellFiles implements IFileSystem {
  readonly #files: DeviceFiles;
  readonly #special: ReadonlyMap<string, SpecialFile>;

  constructor(files: DeviceFiles, special: ReadonlyMap<string, SpecialFile>) {
    this.#files = files;
    this.#special = special;
  }

  async readFile(path: string, options?: EncodingOption): Promise<string> {
    return (await this.#read(path)).toString(encodingOf(options));
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return this.#read(path);
  }

  async writeFile(path: string, content: FileContent, options?: EncodingOption): Promise<void> {
    const bytes = toBuffer(content, options);
    const special = this.#special.get(path);
    if (special) await special.write(bytes);
    else await this.#files.write(path, bytes, "replace");
  }

  async appendFile(path: string, content: FileContent, options?: EncodingOption): Promise<void> {
    const bytes = toBuffer(content, options);
    const special = this.#special.get(path);
    if (special) await special.write(bytes);
    else await this.#files.write(path, bytes, "append");
  }

  async exists(path: string): Promise<boolean> {
    if (this.#special.has(path)) return true;
    return this.#files.status(path, true).then(
      () => true,
      () => false,
    );
  }

  async stat(path: string): Promise<FsStat> {
    return this.#status(path, true);
  }

  async lstat(path: string): Promise<FsStat> {
    return this.#status(path, false);
  }

  async mkdir(path: string, options?: MkdirOptions): Promise<void> {
    await this.#files.makeFolder(path, options?.recursive ?? false);
  }

  async readdir(path: string): Promise<string[]> {
    return (await this.readdirWithFileTypes(path)).map(({ name }) => name);
  }

  async readdirWithFileTypes(path: string) {
    const entries = await this.#files.list(path);
    return entries
      .map(({ name, status }) => {
        const { isFile, isDirectory, isSymbolicLink } = toFsStat(status);
        return { name, isFile, isDirectory, isSymbolicLink };
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async rm(path: string, options?: RmOptions): Promise<void> {
    try {
      await this.#files.remove(path, options?.recursive ?? false);
    } catch (error) {
      if (!(options?.force && error instanceof FileError && error.code === "ENOENT")) throw error;
    }
  }

  async cp(source: string, target: string, options?: CpOptions): Promise<void> {
    const status = await this.#files.status(source, false);
    if (isLink(status)) {
      await this.#files.symlink(await this.#files.readLink(source), target);
    } else if (!isFolder(status)) {
      await this.#files.copyFile(source, target);
    } else if (!options?.recursive) {
      throw new FileError("EISDIR", source);
    } else {
      if (`${target}/`.startsWith(`${source}/`)) throw new FileError("EINVAL", target);
      await this.#files.makeFolder(target, true);
      for (const { name } of await this.#files.list(source)) {
        await this.cp(posix.join(source, name), posix.join(target, name), options);
      }
    }
  }

  async mv(source: string, target: string): Promise<void> {
    await this.#files.rename(source, target);
  }

  resolvePath(base: string, path: string): string {
    // The interpreter knows its commands by their place in /bin only; the device's are in /system/bin.
    return posix.resolve("/", base, path).replace(/^\/system\/bin\/(?=[^/]+$)/, "/bin/");
  }

  /** Globs walk folders instead. */
  getAllPaths(): string[] {
    return [];
  }

  async chmod(path: string, mode: number): Promise<void> {
    await this.#files.changeMode(path, mode);
  }

  async symlink(target: string, path: string): Promise<void> {
    await this.#files.symlink(target, path);
  }

  /** Android's storage has no hard links either. */
  async link(_source: string, target: string): Promise<void> {
    throw new FileError("EPERM", target);
  }

  async readlink(path: string): Promise<string> {
    return this.#files.readLink(path);
  }

  async realpath(path: string): Promise<string> {
    if (this.#special.has(path)) return path;
    await this.#files.status(path, true);
    return this.#files.resolve(path, true).devicePath;
  }

  async utimes(path: string, atime: Date, mtime: Date): Promise<void> {
    await this.#files.setTimes(path, atime.getTime(), mtime.getTime());
  }

  async #read(path: string): Promise<Buffer> {
    return this.#special.get(path)?.read() ?? this.#files.readAll(path, maxShellFileBytes);
  }

  async #status(path: string, followLinks: boolean): Promise<FsStat> {
    if (!this.#special.has(path)) return toFsStat(await this.#files.status(path, followLinks));
    const mtime = new Date(0);
    return { isFile: false, isDirectory: false, isSymbolicLink: false, mode: 0o666, size: 0, mtime };
  }
}
