import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
const BIT_DEPTH = 8;
const TRUE_COLOUR = 2;
/** PNG filter that stores each byte's difference from the one above: screen content changes little from row to row. */
const FILTER_UP = 2;
const compress = promisify(deflate);

/** Four bytes per pixel, row by row from the top; the fourth is ignored. */
interface Pixels {
  widthPx: number;
  heightPx: number;
  rgba: Uint8Array;
}

/**
 * Encodes an opaque image as a PNG file (PNG specification, third edition). Optimized for speed rather than size,
 * because automation takes screenshots continuously. Rows are filtered in the caller's thread, which takes a third of
 * the time, and compressed in another.
 */
export async function encodePng({ widthPx, heightPx, rgba }: Pixels): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = BIT_DEPTH;
  header[9] = TRUE_COLOUR;
  const data = await compress(filterRows(rgba, widthPx, heightPx), { level: 1, memLevel: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array())]);
}

function filterRows(rgba: Uint8Array, widthPx: number, heightPx: number): Uint8Array {
  const rows = new Uint8Array((widthPx * 3 + 1) * heightPx);
  const stride = widthPx * 4;
  let to = 0;
  // The row above the first one counts as zeros. The array stores differences modulo 256, as the format requires.
  for (let y = 0; y < heightPx; y++) {
    rows[to++] = FILTER_UP;
    for (let from = y * stride; from < (y + 1) * stride; from += 4) {
      const above = from - stride;
      rows[to++] = (rgba[from] ?? 0) - (rgba[above] ?? 0);
      rows[to++] = (rgba[from + 1] ?? 0) - (rgba[above + 1] ?? 0);
      rows[to++] = (rgba[from + 2] ?? 0) - (rgba[above + 2] ?? 0);
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
