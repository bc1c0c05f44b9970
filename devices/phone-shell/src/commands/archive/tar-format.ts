/** The records of a tar archive: POSIX ustar, with GNU's and pax's long names. */
import type { ByteSource } from "../../streams/byte-stream.ts";

export const blockBytes = 512;

type EntryType = "file" | "folder" | "symlink" | "hardlink" | "other";

export interface TarEntry {
  name: string;
  type: EntryType;
  /** Permission bits. */
  mode: number;
  sizeBytes: number;
  modifiedAtMs: number;
  userId: number;
  groupId: number;
  userName: string;
  groupName: string;
  /** Where a link leads. */
  target: string;
}

const types: Readonly<Record<string, EntryType>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "1": "hardlink",
  "2": "symlink",
  "5": "folder",
};
const flags: Readonly<Record<EntryType, string>> = { file: "0", hardlink: "1", symlink: "2", folder: "5", other: "0" };
const nameBytes = 100;

/** The bytes before an entry's content: a long name takes records of its own. */
export function encodeHeader(entry: TarEntry): Buffer {
  return Buffer.concat([
    ...(Buffer.byteLength(entry.name) > nameBytes ? [longText("L", entry.name)] : []),
    ...(Buffer.byteLength(entry.target) > nameBytes ? [longText("K", entry.target)] : []),
    header(entry, flags[entry.type]),
  ]);
}

/** How many zeros follow content of so many bytes. */
export function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

function longText(flag: string, text: string): Buffer {
  const content = Buffer.from(`${text}\0`);
  const owner = { userId: 0, groupId: 0, userName: "root", groupName: "root" };
  const entry: TarEntry = {
    ...owner,
    name: "././@LongLink",
    type: "file",
    mode: 0,
    sizeBytes: content.length,
    modifiedAtMs: 0,
    target: "",
  };
  return Buffer.concat([header(entry, flag), content, Buffer.alloc(paddingOf(content.length))]);
}

function header(entry: TarEntry, flag: string): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, length: number) =>
    block.write(value.toString(8).padStart(length - 1, "0"), at, length - 1, "latin1");
  block.write(entry.name, 0, nameBytes);
  octal(entry.mode & 0o7777, 100, 8);
  octal(entry.userId, 108, 8);
  octal(entry.groupId, 116, 8);
  octal(entry.sizeBytes, 124, 12);
  octal(Math.max(0, Math.floor(entry.modifiedAtMs / 1000)), 136, 12);
  block.write(" ".repeat(8), 148, "latin1");
  block.write(flag, 156, "latin1");
  block.write(entry.target, 157, nameBytes);
  block.write("ustar  ", 257, "latin1");
  block.write(entry.userName, 265, 31);
  block.write(entry.groupName, 297, 31);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return block;
}

/** The record's content as an entry; undefined for zeros, "bad" where the checksum is wrong. */
function decodeHeader(block: Buffer): { entry: TarEntry; flag: string } | "bad" | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (at: number, length: number) => {
    const field = block.subarray(at, at + length);
    const end = field.indexOf(0);
    return field.subarray(0, end < 0 ? length : end).toString();
  };
  const number = (at: number, length: number) => {
    // GNU's way for what octal digits cannot hold.
    if ((block[at] ?? 0) & 0x80) return Number(block.readBigUInt64BE(at + length - 8));
    return parseInt(text(at, length).trim() || "0", 8);
  };
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (number(148, 8) !== sum) return "bad";
  const flag = text(156, 1) || "\0";
  const prefix = text(257, 6) === "ustar" && block[263] === 0x30 ? text(345, 155) : "";
  const name = prefix === "" ? text(0, nameBytes) : `${prefix}/${text(0, nameBytes)}`;
  return {
    flag,
    entry: {
      name,
      type: types[flag] ?? "other",
      mode: number(100, 8) & 0o7777,
      userId: number(108, 8),
      groupId: number(116, 8),
      sizeBytes: number(124, 12),
      modifiedAtMs: number(136, 12) * 1000,
      target: text(157, nameBytes),
      userName: text(265, 32),
      groupName: text(297, 32),
    },
  };
}

/** Not a tar archive, or one that ends in the middle. */
export class TarError extends Error {}

/** Reads exact amounts of a source. */
class Reader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Pieces of the next `bytes` bytes. Throws at an early end. */
  async *pieces(bytes: number): AsyncGenerator<Uint8Array, void> {
    for (let left = bytes; left > 0;) {
      const piece = await this.#source.read(left);
      if (!piece) throw new TarError("tar: short header");
      left -= piece.length;
      yield piece;
    }
  }

  async take(bytes: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(bytes)) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }

  async skip(bytes: number): Promise<void> {
    for await (const piece of this.pieces(bytes)) void piece;
  }

  /** The next record; undefined at the end of the source. */
  async block(): Promise<Buffer | undefined> {
    const first = await this.#source.read(blockBytes);
    if (!first) return undefined;
    const start = Buffer.from(first);
    const rest = await this.take(blockBytes - start.length);
    return Buffer.concat([start, rest]);
  }
}

const maxNameBytes = 64 * 1024;

/**
 * The entries of an archive. Each one's content must be read, as far as it is wanted, before the next is asked for.
 * Throws TarError.
 */
export async function* readArchive(
  source: ByteSource,
): AsyncGenerator<{ entry: TarEntry; content: AsyncIterable<Uint8Array> }, void> {
  const reader = new Reader(source);
  let overrides: Partial<TarEntry> = {};
  for (let isFirst = true; ; isFirst = false) {
    const block = await reader.block().catch((error: unknown) => {
      throw isFirst && error instanceof TarError ? new TarError("tar: Not tar") : error;
    });
    const decoded = block && decodeHeader(block);
    if (!decoded) {
      if (block) await drain(reader);
      return;
    }
    if (decoded === "bad") throw new TarError(isFirst ? "tar: Not tar" : "tar: bad header");
    const { flag, entry } = decoded;
    if ("LKxg".includes(flag)) {
      if (entry.sizeBytes > maxNameBytes) throw new TarError("tar: bad header");
      const text = (await reader.take(entry.sizeBytes)).toString();
      await reader.skip(paddingOf(entry.sizeBytes));
      overrides = { ...overrides, ...overridesOf(flag, text) };
      continue;
    }
    const whole = { ...entry, ...overrides };
    // Known only by the whole name: the header's may be cut off after a slash.
    if (whole.type === "file" && whole.name.endsWith("/")) whole.type = "folder";
    overrides = {};
    const sizeBytes = whole.type === "file" ? whole.sizeBytes : 0;
    let left = sizeBytes;
    const content = reader.pieces(sizeBytes);
    yield {
      entry: whole,
      content: (async function* () {
        for await (const piece of content) {
          left -= piece.length;
          yield piece;
        }
      })(),
    };
    await reader.skip(left + paddingOf(sizeBytes));
  }
}

/** Reads the zeros at the end, so that whoever writes them is not cut off. */
async function drain(reader: Reader): Promise<void> {
  while (await reader.block().catch(() => undefined));
}

function overridesOf(flag: string, text: string): Partial<TarEntry> {
  if (flag === "g") return {};
  const plain = text.replace(/\0+$/, "");
  if (flag === "L") return { name: plain };
  if (flag === "K") return { target: plain };
  const found: Partial<TarEntry> = {};
  for (const [, key, value = ""] of text.matchAll(/\d+ (\w+)=([^\n]*)\n/g)) {
    if (key === "path") found.name = value;
    else if (key === "linkpath") found.target = value;
    else if (key === "size") found.sizeBytes = Number(value);
    else if (key === "mtime") found.modifiedAtMs = Math.floor(Number(value) * 1000);
  }
  return found;
}
