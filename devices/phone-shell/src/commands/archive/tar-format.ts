/** The records of a tar archive: POSIX ustar, with long names of GNU and pax and sparse files of GNU. */
import type { ByteSource } from "../../streams/byte-stream.ts";

export const BLOCK_BYTES = 512;

type EntryType = "file" | "folder" | "symlink" | "hardlink" | "other" | "unknown";

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
  /** Target of a link. */
  target: string;
}

/** Flag of GNU's sparse files. A map gives the position of each piece of the content. */
const SPARSE_FLAG = "S";

const TYPES: Readonly<Record<string, EntryType>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  [SPARSE_FLAG]: "file",
  "1": "hardlink",
  "2": "symlink",
  "3": "other",
  "4": "other",
  "5": "folder",
  "6": "other",
};
const FLAGS = { file: "0", hardlink: "1", symlink: "2", folder: "5", other: "0", unknown: "0" } as const;
const NAME_BYTES = 100;

/** Encodes the bytes before an entry's content. A long name has records of its own. */
export function encodeHeader(entry: TarEntry): Buffer {
  return Buffer.concat([
    ...(Buffer.byteLength(entry.name) > NAME_BYTES ? [longText("L", entry.name)] : []),
    ...(Buffer.byteLength(entry.target) > NAME_BYTES ? [longText("K", entry.target)] : []),
    header(entry, FLAGS[entry.type]),
  ]);
}

/** Returns the number of zeros after content of `bytes` bytes. */
export function paddingOf(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
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
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, at: number, length: number) =>
    block.write(value.toString(8).padStart(length - 1, "0"), at, length - 1, "latin1");
  block.write(entry.name, 0, NAME_BYTES);
  octal(entry.mode & 0o7777, 100, 8);
  octal(entry.userId, 108, 8);
  octal(entry.groupId, 116, 8);
  octal(entry.sizeBytes, 124, 12);
  octal(Math.max(0, Math.floor(entry.modifiedAtMs / 1000)), 136, 12);
  block.write(" ".repeat(8), 148, "latin1");
  block.write(flag, 156, "latin1");
  block.write(entry.target, 157, NAME_BYTES);
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

function textIn(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
}

/** Returns the number in a field, NaN if there is none. */
function numberIn(block: Buffer, at: number, length: number): number {
  // GNU's encoding of numbers that are too large for octal digits.
  if ((block[at] ?? 0) & 0x80) return Number(block.readBigUInt64BE(at + length - 8));
  const text = textIn(block, at, length).trim();
  return /^[0-7]*$/.test(text) ? parseInt(text || "0", 8) : NaN;
}

/** Decodes a record as an entry. Returns undefined for zeros, "bad" for a wrong checksum. */
function decodeHeader(block: Buffer): { entry: TarEntry; flag: string } | "bad" | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (at: number, length: number) => textIn(block, at, length);
  const number = (at: number, length: number) => numberIn(block, at, length);
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (number(148, 8) !== sum) return "bad";
  const flag = text(156, 1) || "\0";
  const prefix = text(257, 6) === "ustar" && block[263] === 0x30 ? text(345, 155) : "";
  const name = prefix === "" ? text(0, NAME_BYTES) : `${prefix}/${text(0, NAME_BYTES)}`;
  const entry: TarEntry = {
    name,
    type: TYPES[flag] ?? "unknown",
    mode: number(100, 8) & 0o7777,
    userId: number(108, 8),
    groupId: number(116, 8),
    sizeBytes: number(124, 12),
    modifiedAtMs: number(136, 12) * 1000,
    target: text(157, NAME_BYTES),
    userName: text(265, 32),
    groupName: text(297, 32),
  };
  return Object.values(entry).some(Number.isNaN) ? "bad" : { entry, flag };
}

/** Thrown for data that is not a tar archive or ends early. */
export class TarError extends Error {}

/** Reads exact amounts from a source. */
class Reader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** Yields pieces of the next `bytes` bytes. Throws at an early end. */
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

  /** Returns the next record, undefined at the end of the source. */
  async block(): Promise<Buffer | undefined> {
    const first = await this.#source.read(BLOCK_BYTES);
    if (!first) return undefined;
    const start = Buffer.from(first);
    const rest = await this.take(BLOCK_BYTES - start.length);
    return Buffer.concat([start, rest]);
  }
}

const MAX_NAME_BYTES = 64 * 1024;

/** Yields the entries of an archive. Read an entry's content before you request the next entry. Throws TarError. */
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
      if (entry.sizeBytes > MAX_NAME_BYTES) throw new TarError("tar: bad header");
      const text = (await reader.take(entry.sizeBytes)).toString();
      await reader.skip(paddingOf(entry.sizeBytes));
      overrides = { ...overrides, ...overridesOf(flag, text) };
      continue;
    }
    const map = flag === SPARSE_FLAG ? await readSparseMap(reader, block) : undefined;
    const whole = { ...entry, ...overrides, ...(map && { sizeBytes: map.sizeBytes }) };
    // Only the whole name shows a folder: the header's name may be cut after a slash.
    if (whole.type === "file" && whole.name.endsWith("/")) whole.type = "folder";
    overrides = {};
    const storedBytes = whole.type === "file" || whole.type === "unknown" ? (map ? entry : whole).sizeBytes : 0;
    let left = storedBytes;
    const stored = async function* (bytes: number) {
      for await (const piece of reader.pieces(Math.min(bytes, left))) {
        left -= piece.length;
        yield piece;
      }
    };
    if (whole.type !== "unknown") yield { entry: whole, content: map ? withHoles(map, stored) : stored(storedBytes) };
    await reader.skip(left + paddingOf(storedBytes));
  }
}

interface SparseMap {
  /** Positions of the content's pieces in the file. Gaps between them are zeros. */
  parts: [at: number, bytes: number][];
  sizeBytes: number;
}

const MAX_SPARSE_PARTS = 100_000;

/**
 * Reads the map of a sparse file. It begins in the header (GNU tar's `oldgnu_header`) and continues in the next
 * records.
 */
async function readSparseMap(reader: Reader, header: Buffer): Promise<SparseMap> {
  const parts: SparseMap["parts"] = [];
  const addParts = (block: Buffer, at: number, count: number) => {
    for (let i = 0; i < count; i++) {
      const part = [numberIn(block, at + 24 * i, 12), numberIn(block, at + 24 * i + 12, 12)] as const;
      if (part.some(Number.isNaN) || parts.length >= MAX_SPARSE_PARTS) throw new TarError("tar: bad header");
      parts.push([...part]);
    }
  };
  addParts(header, 386, 4);
  for (let isContinued = header[482] !== 0; isContinued;) {
    const block = await reader.block();
    if (!block) throw new TarError("tar: short header");
    addParts(block, 0, 21);
    isContinued = block[504] !== 0;
  }
  const sizeBytes = numberIn(header, 483, 12);
  if (Number.isNaN(sizeBytes)) throw new TarError("tar: bad header");
  return { parts, sizeBytes };
}

async function* withHoles(
  { parts, sizeBytes }: SparseMap,
  stored: (bytes: number) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  let at = 0;
  for (const [start, bytes] of parts) {
    yield* zeros(start - at);
    yield* stored(bytes);
    at = Math.max(at, start) + bytes;
  }
  yield* zeros(sizeBytes - at);
}

function* zeros(bytes: number): Generator<Uint8Array, void> {
  for (let left = bytes; left > 0; left -= zeroBlock.length) yield zeroBlock.subarray(0, left);
}

const zeroBlock = new Uint8Array(64 * 1024);

/** Reads the zeros at the end, so that the writer can finish. */
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
    else if (key === "mtime") found.modifiedAtMs = Math.floor((Number(value) || 0) * 1000);
  }
  return found;
}
