import { promisify } from "node:util";
import { constants, crc32, deflate } from "node:zlib";
import type { Pixels } from "../devices/device-session.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const TRUE_COLOUR = 2;
/** Each byte is told by its difference from the one above it: what screens show changes little from row to row. */
const UP = 2;
const CHANNELS = 3;
const compress = promisify(deflate);

/** A picture as a PNG file without transparency (PNG specification, third edition). */
export async function encodePng({ widthPx, heightPx, rgba }: Pixels): Promise<Buffer> {
  const rowBytes = CHANNELS * widthPx;
  const filtered = Buffer.alloc((1 + rowBytes) * heightPx);
  let to = 0;
  for (let y = 0; y < heightPx; y += 1) {
    filtered[to++] = UP;
    for (let x = 0; x < widthPx; x += 1) {
      const from = 4 * (y * widthPx + x);
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const above = y === 0 ? 0 : (rgba[from + channel - 4 * widthPx] ?? 0);
        filtered[to++] = (rgba[from + channel] ?? 0) - above;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = BIT_DEPTH;
  header[9] = TRUE_COLOUR;
  const data = await compress(filtered, { level: constants.Z_BEST_SPEED });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
