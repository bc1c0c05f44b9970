import { posix } from "node:path";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import { fnmatchPattern, type ShellPattern } from "../../executor/pattern.ts";
import { isFolder, isLink, type ShellFileStatus } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { PulledSource, type ByteSource } from "../../streams/byte-stream.ts";
import { formatDate } from "../../text/date-format.ts";
import { modeText } from "../../text/mode-text.ts";
import { timeZone } from "../../text/time-zone.ts";
import { parseOptions, type Options } from "../options.ts";
import { BLOCK_BYTES, encodeHeader, paddingOf, readArchive, TarError, type TarEntry } from "./tar-format.ts";

/** `tar -c`, `-x` and `-t`: reads and writes archives as streams. */
async function runTar(process: Process): Promise<number> {
  const [first = "", ...rest] = process.args;
  // The dash of the first word is optional.
  const args = /^[a-zA-Z]+$/.test(first) ? [`-${first}`, ...rest] : process.args;
  const options = parseOptions(
    { name: process.name, args },
    {
      letters: "ctxzjJahkmopPsvOSf:C:T:X:",
      long: [
        "create:c",
        "list:t",
        "extract:x",
        "file=:f",
        "directory=:C",
        "gzip:z",
        "verbose:v",
        "to-stdout:O",
        "exclude=",
        "strip-components=",
        "strip=:strip-components",
        "no-same-owner:o",
        "no-same-permissions",
        "same-permissions:p",
        "numeric-owner",
        "no-recursion",
        "mode=",
        "owner=",
        "group=",
        "mtime=",
        "keep-old:k",
        "overwrite",
      ],
    },
  );
  const folder = options.value("C");
  if (folder !== undefined && !(await process.files.isFolder(folder)))
    throw new CommandError(`tar: chdir '${folder}': No such file or directory`);
  const modes = ["c", "t", "x"].filter((letter) => options.has(letter));
  if (modes.length !== 1) throw new CommandError('tar: Needs -txc (see "tar --help")');
  if (options.has("j") || options.has("J")) throw new CommandError("tar: this device unpacks gzip only");
  try {
    return options.has("c") ? await new Creation(process, options).run() : await new Extraction(process, options).run();
  } catch (error) {
    if (error instanceof TarError) throw new CommandError(error.message);
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw new CommandError("tar: bad gzip");
    throw error;
  }
}

function inFolder(options: Options, path: string): string {
  const folder = options.value("C");
  return folder === undefined || path.startsWith("/") ? path : posix.join(folder, path);
}

/** Returns the names in a file. A dash stands for standard input. */
async function lines(process: Process, path: string): Promise<string[]> {
  const source = path === "-" ? "/dev/stdin" : path;
  return (await process.files.readText(source)).split("\n").filter((line) => line !== "");
}

class Creation {
  readonly #process: Process;
  readonly #options: Options;
  readonly #excluded: readonly ShellPattern[];
  #archive = "";
  #failed = false;

  constructor(process: Process, options: Options) {
    this.#process = process;
    this.#options = options;
    this.#excluded = options.values("exclude").map(fnmatchPattern);
  }

  async run(): Promise<number> {
    const { stdout, files } = this.#process;
    const path = this.#options.value("f") ?? "-";
    const names = [...this.#options.operands];
    for (const list of this.#options.values("T")) names.push(...(await lines(this.#process, list)));
    if (names.length === 0) throw new CommandError("tar: empty archive");
    const sink = path === "-" ? stdout : await files.create(path);
    if (path !== "-") this.#archive = files.resolve(path);
    const bytes = Readable.from(this.#archiveBytes(names), { objectMode: false, highWaterMark: 64 * 1024 });
    const packed = this.#options.has("z") || /\.t?gz$/.test(path) ? bytes.pipe(createGzip()) : bytes;
    bytes.once("error", (error) => packed.destroy(error));
    for await (const piece of packed) await sink.write(piece as Buffer); // both yield buffers
    if (path !== "-") await sink.close();
    if (this.#failed) throw new CommandError("tar: had errors");
    return 0;
  }

  async *#archiveBytes(names: readonly string[]): AsyncGenerator<Uint8Array, void> {
    for (const name of names) yield* this.#add(name.replace(/(?<=.)\/+$/, ""));
    yield Buffer.alloc(2 * BLOCK_BYTES);
  }

  async *#add(name: string): AsyncGenerator<Uint8Array, void> {
    const { files, stderr, stdout } = this.#process;
    const place = inFolder(this.#options, name);
    await this.#process.pause();
    if (this.#excluded.some((pattern) => pattern.test(name) || pattern.test(posix.basename(name)))) return;
    if (files.resolve(place) === this.#archive) return;
    try {
      const status = await files.status(place, this.#options.has("h"));
      const entry = await this.#entry(name, place, status);
      if (this.#options.has("v")) await (this.#archive === "" ? stderr : stdout).write(`${entry.name}\n`);
      if (entry.type === "file") yield* this.#file(entry, place);
      else yield encodeHeader(entry);
      if (entry.type !== "folder" || this.#options.has("no-recursion")) return;
      for (const child of await files.names(place)) yield* this.#add(posix.join(name, child));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await stderr.write(`tar: ${name}: ${error.text}\n`);
      this.#failed = true;
    }
  }

  async #entry(name: string, place: string, status: ShellFileStatus): Promise<TarEntry> {
    const type = isFolder(status) ? "folder" : isLink(status) ? "symlink" : "file";
    const { mode, modifiedAtMs, userId, groupId, userName, groupName } = status;
    return {
      // As in toybox, absolute names and names with `..` lose their leading parts.
      name: name.replace(/^(\.\.\/|\/)+/, "") + (type === "folder" ? "/" : ""),
      type,
      mode,
      modifiedAtMs,
      userId,
      groupId,
      userName,
      groupName,
      sizeBytes: type === "file" ? status.sizeBytes : 0,
      target: type === "symlink" ? await this.#process.files.readLink(place) : "",
    };
  }

  /** Yields the header and exactly the announced number of bytes, even if the file grows or shrinks meanwhile. */
  async *#file(entry: TarEntry, place: string): AsyncGenerator<Uint8Array, void> {
    const source = await this.#process.files.open(place);
    try {
      yield encodeHeader(entry);
      let left = entry.sizeBytes;
      while (left > 0) {
        const bytes = await source.read(left);
        if (!bytes) break;
        left -= bytes.length;
        yield bytes;
      }
      for (; left > 0; left -= Math.min(left, 64 * 1024)) yield Buffer.alloc(Math.min(left, 64 * 1024));
      yield Buffer.alloc(paddingOf(entry.sizeBytes));
    } finally {
      source.close();
    }
  }
}

class Extraction {
  readonly #process: Process;
  readonly #options: Options;
  readonly #wanted: readonly string[];
  readonly #excluded: readonly ShellPattern[];
  /** Folders get their times last, because files are still added to them. */
  readonly #folders: [path: string, entry: TarEntry][] = [];
  #zone: Promise<string> | undefined;
  #failed = false;

  constructor(process: Process, options: Options) {
    this.#process = process;
    this.#options = options;
    this.#wanted = options.operands.map((name) => name.replace(/\/+$/, "").replace(/^(\.\/)+(?=.)/, ""));
    this.#excluded = options.values("exclude").map(fnmatchPattern);
  }

  async run(): Promise<number> {
    const path = this.#options.value("f") ?? "-";
    const source = path === "-" ? this.#process.stdin : await this.#open(path);
    for await (const { entry, content } of readArchive(await unpacked(source))) {
      await this.#process.pause();
      const name = this.#nameOf(entry);
      if (name === undefined) continue;
      if (this.#options.has("t")) await this.#list(entry);
      else await this.#extract(name, entry, content);
    }
    for (const [folder, entry] of this.#folders.toReversed()) await this.#setAttributes(folder, entry);
    if (this.#failed) throw new CommandError("tar: had errors");
    return 0;
  }

  async #open(path: string): Promise<ByteSource> {
    return this.#process.files.open(path).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`tar: ${path}: ${error.text}`);
    });
  }

  async #complain(message: string): Promise<void> {
    this.#failed = true;
    await this.#process.stderr.write(`tar: ${message}\n`);
  }

  /** Returns the path to extract to. Returns undefined for an entry that was not requested. */
  #nameOf(entry: TarEntry): string | undefined {
    const name = entry.name.replace(/\/+$/, "").replace(/^(\.\/)+(?=.)/, "");
    const isWanted = (one: string): boolean => name === one || name.startsWith(`${one}/`);
    if (this.#wanted.length > 0 && !this.#wanted.some(isWanted)) return undefined;
    if (this.#excluded.some((pattern) => pattern.test(name) || pattern.test(posix.basename(name)))) return undefined;
    const strip = Number(this.#options.value("strip-components") ?? 0);
    const parts = name.split("/").slice(strip);
    return parts.length === 0 || parts.join("/") === "" ? undefined : parts.join("/");
  }

  async #list(entry: TarEntry): Promise<void> {
    this.#zone ??= timeZone(this.#process);
    const long = this.#options.has("v") ? longLine(entry, await this.#zone) : "";
    await this.#process.stdout.write(`${long}${entry.name}${linkText(entry)}\n`);
  }

  async #extract(name: string, entry: TarEntry, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { files, stdout } = this.#process;
    if (this.#options.has("O")) {
      for await (const bytes of content) {
        await this.#process.pause();
        await stdout.write(bytes);
      }
      return;
    }
    const place = inFolder(this.#options, name.replace(/^\/+/, ""));
    const root = await files.realPath(inFolder(this.#options, "."));
    const target = await this.#targetOf(place, entry.type === "folder");
    if (!`${target}/`.startsWith(root === "/" ? root : `${root}/`))
      return this.#complain(`'${name}' ${target} not under '${root}'`);
    if (this.#options.has("v")) await stdout.write(`${entry.name}\n`);
    try {
      if (this.#options.has("k") && entry.type !== "folder" && (await files.exists(place)))
        return await this.#complain(`${name}: File exists`);
      await files.makeFolder(posix.dirname(place), true);
      if (entry.type === "folder") {
        await files.makeFolder(place, true);
        this.#folders.push([place, entry]);
      } else await this.#put(place, entry, content);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await this.#complain(`${name}: ${error.text}`);
    }
  }

  /** Returns the real path of an entry, because links from the archive may point elsewhere. */
  async #targetOf(place: string, isFolder: boolean): Promise<string> {
    const { files } = this.#process;
    const whole = files.resolve(place).replace(/(?<=.)\/$/, "");
    let folder = isFolder ? whole : posix.dirname(whole);
    while (!(await files.exists(folder))) folder = posix.dirname(folder);
    return posix.join(await files.realPath(folder), whole.slice(folder.length));
  }

  async #put(place: string, entry: TarEntry, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { files } = this.#process;
    // The existing entry may be a link that points elsewhere.
    await files.remove(place).catch((error: unknown) => {
      if (!(error instanceof FileError) || error.code !== "ENOENT") throw error;
    });
    if (entry.type === "symlink") return files.symlink(entry.target, place);
    if (entry.type === "hardlink") return files.copyFile(inFolder(this.#options, entry.target), place);
    if (entry.type === "other") return this.#complain(`${entry.name}: Operation not permitted`);
    const sink = await files.create(place);
    for await (const bytes of content) {
      await this.#process.pause();
      await sink.write(bytes);
    }
    await sink.close();
    await this.#setAttributes(place, entry);
  }

  async #setAttributes(place: string, entry: TarEntry): Promise<void> {
    const { files } = this.#process;
    if (!files.resolve(place).startsWith("/sdcard")) await files.changeMode(place, entry.mode & 0o777);
    if (!this.#options.has("m")) await files.setTimes(place, entry.modifiedAtMs, entry.modifiedAtMs);
  }
}

const TYPE_BITS = {
  folder: 0o040000,
  symlink: 0o120000,
  file: 0o100000,
  hardlink: 0o100000,
  other: 0o020000,
  unknown: 0o100000,
} as const;

function linkText({ type, target }: TarEntry): string {
  return type === "symlink" ? ` -> ${target}` : type === "hardlink" ? ` link to ${target}` : "";
}

/** Formats the text of `-v` before the name. */
function longLine(entry: TarEntry, zone: string): string {
  const time = formatDate("%F %R", entry.modifiedAtMs, zone);
  const owner = `${entry.userName || entry.userId}/${entry.groupName || entry.groupId}`;
  const size = String(entry.sizeBytes).padStart(9);
  return `${modeText(TYPE_BITS[entry.type] | entry.mode)} ${owner} ${size} ${time} `;
}

/** Returns the archive's bytes. Decompresses them if they start as gzip does. */
async function unpacked(source: ByteSource): Promise<ByteSource> {
  const first: Uint8Array[] = [];
  for (let length = 0; length < 2;) {
    const bytes = await source.read(BLOCK_BYTES);
    if (!bytes) break;
    first.push(Buffer.from(bytes));
    length += bytes.length;
  }
  const start = Buffer.concat(first);
  if (start.length === 0) throw new TarError("tar: Not tar");
  const all = (async function* () {
    yield start;
    yield* source;
  })();
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const packed = Readable.from(all, { objectMode: false, highWaterMark: 64 * 1024 });
  const gunzip = createGunzip();
  if (isGzip) packed.once("error", (error) => gunzip.destroy(error));
  const pieces: AsyncIterator<Uint8Array> = isGzip ? packed.pipe(gunzip)[Symbol.asyncIterator]() : all;
  return new PulledSource(async () => {
    const next = await pieces.next();
    return next.done === true ? undefined : next.value;
  });
}

export const TAR_COMMAND: ShellCommand = { name: "tar", run: runTar };
