import { posix } from "node:path";
import { FileError } from "@terrarium/device-files/file-error";
import type { BufferEncoding, CpOptions, FileContent, FsStat, IFileSystem, MkdirOptions, RmOptions } from "just-bash";
import { isFolder, isLink, isRegularFile, type ProcessFiles, type ShellFileStatus } from "../../files/process-files.ts";

type EncodingOption = { encoding?: BufferEncoding | null } | BufferEncoding;

function encodingOf(options?: EncodingOption): BufferEncoding {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}

function toBuffer(content: FileContent, options?: EncodingOption): Buffer {
  if (typeof content !== "string") return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return Buffer.from(content, encodingOf(options));
}

function toFsStat(status: ShellFileStatus): FsStat {
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

/** A process's files as a file system for the interpreter's tools. */
export class InterpreterFiles implements IFileSystem {
  readonly #files: ProcessFiles;

  constructor(files: ProcessFiles) {
    this.#files = files;
  }

  async readFile(path: string, options?: EncodingOption): Promise<string> {
    return (await this.#files.readAll(path)).toString(encodingOf(options));
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return this.#files.readAll(path);
  }

  async writeFile(path: string, content: FileContent, options?: EncodingOption): Promise<void> {
    await this.#files.write(path, toBuffer(content, options));
  }

  async appendFile(path: string, content: FileContent, options?: EncodingOption): Promise<void> {
    await this.#files.write(path, toBuffer(content, options), "append");
  }

  async exists(path: string): Promise<boolean> {
    return this.#files.exists(path);
  }

  async stat(path: string): Promise<FsStat> {
    return toFsStat(await this.#files.status(path));
  }

  async lstat(path: string): Promise<FsStat> {
    return toFsStat(await this.#files.status(path, false));
  }

  async mkdir(path: string, options?: MkdirOptions): Promise<void> {
    await this.#files.makeFolder(path, options?.recursive ?? false);
  }

  async readdir(path: string): Promise<string[]> {
    return this.#files.names(path);
  }

  async readdirWithFileTypes(path: string) {
    return (await this.#files.list(path)).map(({ name, status }) => {
      const { isFile, isDirectory, isSymbolicLink } = toFsStat(status);
      return { name, isFile, isDirectory, isSymbolicLink };
    });
  }

  async rm(path: string, options?: RmOptions): Promise<void> {
    try {
      await this.#files.remove(path, options?.recursive ?? false);
    } catch (error) {
      if (!(options?.force && error instanceof FileError && error.code === "ENOENT")) throw error;
    }
  }

  async cp(source: string, target: string, _options?: CpOptions): Promise<void> {
    await this.#files.copyFile(source, target);
  }

  async mv(source: string, target: string): Promise<void> {
    await this.#files.rename(source, target);
  }

  resolvePath(base: string, path: string): string {
    return posix.resolve("/", base, path);
  }

  /** The shell expands globs itself. */
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
    await this.#files.status(path);
    return this.#files.realPath(path);
  }

  async utimes(path: string, atime: Date, mtime: Date): Promise<void> {
    await this.#files.setTimes(path, atime.getTime(), mtime.getTime());
  }
}
