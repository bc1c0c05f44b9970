/** Boxes that hold boxes (ISO/IEC 14496-12, 6.2.3), as far as a film of one track has them. */
const CONTAINERS = new Set(["moov", "trak", "edts", "mdia", "minf", "stbl"]);
const HEADER_BYTES = 8;
/** Units of a second in which pictures are timed: the usual ones of video. */
const TRACK_SCALE = 90_000;
/** Units of a second in which the film as a whole is timed. */
const MOVIE_SCALE = 1_000;
const US_PER_S = 1_000_000;

/**
 * Gives the pictures of an MP4 file with one video track their times: the muxer of @napi-rs/webcodecs lets every
 * picture last as long as every other. The index must stand behind the pictures, whose places then stay as they are.
 * `timesUs`: when each begins, from 0, and when the last one ends.
 */
export function withTimes(file: Uint8Array, timesUs: readonly number[]): Uint8Array {
  return Buffer.concat(boxesOf(file).map((box) => rewrite(box, timesUs)));
}

interface Box {
  type: string;
  /** With its header. */
  bytes: Buffer;
}

function boxesOf(file: Uint8Array): Box[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const sizeBytes = bytes.length - at < HEADER_BYTES ? 0 : bytes.readUInt32BE(at);
    if (sizeBytes < HEADER_BYTES || sizeBytes > bytes.length - at)
      throw new Error(`the film has no whole box at byte ${at} of ${bytes.length}`);
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), bytes: bytes.subarray(at, at + sizeBytes) });
    at += sizeBytes;
  }
  return boxes;
}

function rewrite({ type, bytes }: Box, timesUs: readonly number[]): Buffer {
  if (CONTAINERS.has(type)) {
    const inner = boxesOf(bytes.subarray(HEADER_BYTES)).map((box) => rewrite(box, timesUs));
    return makeBox(type, Buffer.concat(inner));
  }
  const lastUs = timesUs.at(-1) ?? 0;
  const movieDuration = Math.round((lastUs * MOVIE_SCALE) / US_PER_S);
  switch (type) {
    case "stts":
      return makeBox("stts", timeToSample(timesUs));
    // Behind version and flags, the times of creation and of the last change.
    case "mdhd":
      return patched(bytes, [20, TRACK_SCALE], [24, toTrack(lastUs)]);
    case "mvhd":
      return patched(bytes, [20, MOVIE_SCALE], [24, movieDuration]);
    case "tkhd":
      return patched(bytes, [28, movieDuration]);
    case "elst":
      return patched(bytes, [16, movieDuration]);
    default:
      return bytes;
  }
}

const toTrack = (timeUs: number): number => Math.round((timeUs * TRACK_SCALE) / US_PER_S);

/** How long each picture lasts (8.6.1.2): one entry each. */
function timeToSample(timesUs: readonly number[]): Buffer {
  const pictures = Math.max(0, timesUs.length - 1);
  const content = Buffer.alloc(8 + 8 * pictures);
  content.writeUInt32BE(pictures, 4);
  for (let i = 0; i < pictures; i += 1) {
    content.writeUInt32BE(1, 8 + 8 * i);
    content.writeUInt32BE(toTrack(timesUs[i + 1] ?? 0) - toTrack(timesUs[i] ?? 0), 12 + 8 * i);
  }
  return content;
}

/** A copy of a box of version 0, whose fields are 32 bits wide, with other values at some places. */
function patched(bytes: Buffer, ...values: readonly [at: number, value: number][]): Buffer {
  if (bytes[HEADER_BYTES] !== 0)
    throw new Error(`the film has a ${bytes.toString("latin1", 4, 8)} box of another version`);
  const copy = Buffer.from(bytes);
  for (const [at, value] of values) copy.writeUInt32BE(value, at);
  return copy;
}

function makeBox(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + content.length, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, content]);
}
