/** Types of chunks and values (AOSP androidfw/ResourceTypes.h). */
const XML = 0x0003;
const STRING_POOL = 0x0001;
const START_ELEMENT = 0x0102;
const UTF8_FLAG = 1 << 8;
const INTEGER_TYPES = new Set([0x10, 0x11]);
const CHUNK_HEADER_BYTES = 8;
const NODE_HEADER_BYTES = 16;
const ATTRIBUTE_BYTES = 20;
const NO_STRING = 0xffffffff;
const MAX_STRINGS = 10_000;

/** Identity of an APK. */
export interface ApkIdentity {
  packageName: string;
  versionCode: number;
  versionName: string;
}

/** Reads the identity from a binary AndroidManifest.xml; returns undefined if it is damaged or has none. */
export function readManifest(manifest: Buffer): ApkIdentity | undefined {
  try {
    const attributes = manifestAttributes(manifest);
    const packageName = attributes?.get("package");
    if (typeof packageName !== "string") return undefined;
    const versionCode = attributes?.get("versionCode");
    return {
      packageName,
      versionCode: typeof versionCode === "number" ? versionCode : 0,
      versionName: String(attributes?.get("versionName") ?? ""),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the attributes of the first element, if it is `manifest`. */
function manifestAttributes(xml: Buffer): Map<string, string | number> | undefined {
  if (xml.readUInt16LE(0) !== XML) return undefined;
  let strings: string[] = [];
  for (let at = xml.readUInt16LE(2); at + CHUNK_HEADER_BYTES <= xml.length;) {
    const type = xml.readUInt16LE(at);
    const sizeBytes = xml.readUInt32LE(at + 4);
    if (sizeBytes < CHUNK_HEADER_BYTES) return undefined;
    const chunk = xml.subarray(at, at + sizeBytes);
    if (type === STRING_POOL) strings = readStrings(chunk);
    if (type === START_ELEMENT) {
      return strings[chunk.readUInt32LE(NODE_HEADER_BYTES + 4)] === "manifest"
        ? readAttributes(chunk, strings)
        : undefined;
    }
    at += sizeBytes;
  }
  return undefined;
}

function readAttributes(element: Buffer, strings: readonly string[]): Map<string, string | number> {
  const attributes = new Map<string, string | number>();
  const first = NODE_HEADER_BYTES + element.readUInt16LE(NODE_HEADER_BYTES + 8);
  const count = element.readUInt16LE(NODE_HEADER_BYTES + 12);
  for (let i = 0; i < count; i++) {
    const at = first + i * ATTRIBUTE_BYTES;
    const name = strings[element.readUInt32LE(at + 4)] ?? "";
    const raw = element.readUInt32LE(at + 8);
    const data = element.readUInt32LE(at + 16);
    if (INTEGER_TYPES.has(element.readUInt8(at + 15))) attributes.set(name, data);
    else attributes.set(name, strings[raw === NO_STRING ? data : raw] ?? "");
  }
  return attributes;
}

function readStrings(pool: Buffer): string[] {
  const count = Math.min(pool.readUInt32LE(8), MAX_STRINGS);
  const utf8 = (pool.readUInt32LE(16) & UTF8_FLAG) !== 0;
  const start = pool.readUInt32LE(20);
  return Array.from({ length: count }, (_, i) => {
    const at = start + pool.readUInt32LE(pool.readUInt16LE(2) + 4 * i);
    return utf8 ? readUtf8(pool, at) : readUtf16(pool, at);
  });
}

/** Reads a string with its lengths in characters and in bytes, of one or two bytes each. */
function readUtf8(pool: Buffer, at: number): string {
  const afterCharacters = at + (pool.readUInt8(at) & 0x80 ? 2 : 1);
  const first = pool.readUInt8(afterCharacters);
  const long = (first & 0x80) !== 0;
  const length = long ? ((first & 0x7f) << 8) | pool.readUInt8(afterCharacters + 1) : first;
  const start = afterCharacters + (long ? 2 : 1);
  return pool.toString("utf8", start, start + length);
}

function readUtf16(pool: Buffer, at: number): string {
  const first = pool.readUInt16LE(at);
  const long = (first & 0x8000) !== 0;
  const length = long ? ((first & 0x7fff) << 16) | pool.readUInt16LE(at + 2) : first;
  const start = at + (long ? 4 : 2);
  return pool.toString("utf16le", start, start + 2 * length);
}
