import { inflateRawSync } from "node:zlib";

/** Signatures and sizes of records (APPNOTE.TXT, ZIP file format). */
const END = { signature: 0x06054b50, bytes: 22, commentBytesMax: 0xffff };
const CENTRAL = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const STORED = 0;
const DEFLATED = 8;

/**
 * Returns a file of a ZIP archive; undefined if the archive is damaged, or the file is missing or larger than
 * `maxBytes`.
 */
export function readZipEntry(archive: Buffer, wanted: string, maxBytes: number): Buffer | undefined {
  try {
    return findEntry(archive, wanted, maxBytes);
  } catch (error) {
    // Reads beyond the end, and errors of zlib: the archive is not trusted.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function findEntry(archive: Buffer, wanted: string, maxBytes: number): Buffer | undefined {
  const end = endRecord(archive);
  if (end === undefined) return undefined;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count && archive.readUInt32LE(at) === CENTRAL.signature; i++) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + CENTRAL.bytes, at + CENTRAL.bytes + nameBytes);
    if (name === wanted) return contentOf(archive, at, maxBytes);
    at += CENTRAL.bytes + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return undefined;
}

/** Returns the position of the last record. Only a comment follows it. */
function endRecord(archive: Buffer): number | undefined {
  const first = Math.max(0, archive.length - END.bytes - END.commentBytesMax);
  for (let at = archive.length - END.bytes; at >= first; at--) {
    if (archive.readUInt32LE(at) === END.signature) return at;
  }
  return undefined;
}

function contentOf(archive: Buffer, central: number, maxBytes: number): Buffer | undefined {
  const method = archive.readUInt16LE(central + 10);
  const packedBytes = archive.readUInt32LE(central + 20);
  const local = archive.readUInt32LE(central + 42);
  if (archive.readUInt32LE(local) !== LOCAL.signature) return undefined;
  const start = local + LOCAL.bytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (method === STORED) return packed.length <= maxBytes ? packed : undefined;
  return method === DEFLATED ? inflateRawSync(packed, { maxOutputLength: maxBytes }) : undefined;
}
