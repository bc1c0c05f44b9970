import { crc32, deflateRawSync } from "node:zlib";

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
const VERSION = 20;

/** Creates a ZIP archive of one file (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(name: string, content: Uint8Array, modifiedAt: Date): Buffer {
  const nameBytes = Buffer.from(name);
  const packed = deflateRawSync(content);
  const { time, date } = dosTime(modifiedAt);
  // Fields common to the local and the central header.
  const common = Buffer.alloc(26);
  [VERSION, UTF8_NAMES, DEFLATED, time, date].forEach((value, i) => common.writeUInt16LE(value, 2 * i));
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([uint32(LOCAL_HEADER), common, nameBytes, packed]);
  const central = Buffer.concat([uint32(CENTRAL_HEADER), uint16(VERSION), common, Buffer.alloc(14), nameBytes]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
