export interface PictureSize {
  width: number;
  height: number;
}

type Reader = (bytes: Buffer) => PictureSize | undefined;

const RIFF_HEADER_BYTES = 30;

/** Readers by format, with the first bytes of each format. */
const READERS = {
  png: [
    begins("\x89PNG"),
    (bytes) => at(bytes, 24, () => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) })),
  ],
  gif: [
    begins("GIF8"),
    (bytes) => at(bytes, 10, () => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) })),
  ],
  bmp: [
    begins("BM"),
    (bytes) => at(bytes, 26, () => ({ width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) })),
  ],
  webp: [begins("RIFF"), readWebp],
  jpeg: [begins("\xff\xd8"), readJpeg],
  avif: [(bytes) => bytes.toString("latin1", 4, 8) === "ftyp", readAvif],
} as const satisfies Record<string, readonly [isOne: (bytes: Buffer) => boolean, read: Reader]>;

export type PictureFormat = keyof typeof READERS;
const everyFormat = Object.keys(READERS) as PictureFormat[];

/**
 * Returns the size declared in the header of an image in one of these formats, without decoding it; undefined if it
 * cannot be determined.
 */
export function pictureSize(content: Uint8Array, formats = everyFormat): PictureSize | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const format = formats.find((each) => READERS[each][0](bytes));
  return format && READERS[format][1](bytes);
}

function begins(magic: string): (bytes: Buffer) => boolean {
  return (bytes) => bytes.toString("latin1", 0, magic.length) === magic;
}

function at(bytes: Buffer, needed: number, read: () => PictureSize): PictureSize | undefined {
  return bytes.length >= needed ? read() : undefined;
}

/** RFC 9649: reads the three kinds of first chunks. */
function readWebp(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < RIFF_HEADER_BYTES) return undefined;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}

/** ITU T.81: skips from marker to marker to the frame header, SOF0 to SOF15 without DHT, JPG and DAC. */
function readJpeg(bytes: Buffer): PictureSize | undefined {
  let offset = 2;
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    // Fill bytes have no length; every other marker before the frame has one.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

/**
 * ISO/IEC 23008-12, 6.5.3: reads the boxes with the spatial extents of the images. Returns the largest in any position:
 * other extents, or bytes that look like them, may precede the decoded image.
 */
function readAvif(bytes: Buffer): PictureSize | undefined {
  let largest: PictureSize | undefined;
  for (let box = bytes.indexOf("ispe"); box >= 0 && box + 16 <= bytes.length; box = bytes.indexOf("ispe", box + 4)) {
    const size = { width: bytes.readUInt32BE(box + 8), height: bytes.readUInt32BE(box + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
