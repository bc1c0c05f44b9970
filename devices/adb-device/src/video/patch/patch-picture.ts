import type { I420Picture } from "../i420-picture.ts";
import { ArithmeticEncoder, initialContext } from "./arithmetic-encoder.ts";
import { BitWriter, escapeUnit } from "./bits.ts";
import type { FramePosition, StreamParameters } from "./stream-parameters.ts";

const SIDE_PX = 16;
/** Samples of a macroblock: luma, and two chroma planes with one sample per 2 × 2 pixels. */
const SAMPLES = SIDE_PX * SIDE_PX + 2 * (SIDE_PX / 2) ** 2;
/** Start code, and the header of a slice (type 1) in a non-reference frame (nal_ref_idc 0). */
const UNIT_START = Uint8Array.of(0, 0, 0, 1, 1);
/** Space for a slice header, and for one skip flag per macroblock. */
const HEADER_BYTES = 64;

/**
 * Creates a frame in Annex B form that repeats the previous frame except for some macroblocks, which contain the
 * uncompressed samples of `picture` (I_PCM). It needs no encoder and almost no time, and takes 384 bytes per
 * macroblock. It is not a reference frame (ITU-T H.264, nal_ref_idc 0), so the encoder can continue with its own
 * frames, unaware of it. There may be one such frame between two of the encoder's (7.4.1.2.4): its frame number is that
 * of the next one, and its order count is between theirs.
 *
 * @param changed numbers of macroblocks, from left to right and row by row.
 * @param last position of the encoder's last frame.
 */
export function patchPicture(
  parameters: StreamParameters,
  picture: I420Picture,
  changed: ReadonlySet<number>,
  last: FramePosition,
): Uint8Array {
  const count = parameters.widthMacroblocks * parameters.heightMacroblocks;
  const writer = new BitWriter(HEADER_BYTES + (count >> 2) + changed.size * (SAMPLES + HEADER_BYTES));
  writeSliceHeader(writer, parameters, last);
  writeMacroblocks(writer, parameters, picture, changed);
  return Buffer.concat([UNIT_START, escapeUnit(writer.written)]);
}

/** Writes the header (7.3.3) of a slice of type P that covers the whole frame. */
function writeSliceHeader(writer: BitWriter, parameters: StreamParameters, last: FramePosition): void {
  const { frameNumberBits, orderCountBits } = parameters;
  // first_mb_in_slice, slice_type
  writer.unsigned(0);
  writer.unsigned(0);
  writer.unsigned(parameters.pictureParameterSet);
  writer.bits((last.number + 1) % 2 ** frameNumberBits, frameNumberBits);
  if (orderCountBits !== undefined) writer.bits((last.orderCount + 1) % 2 ** orderCountBits, orderCountBits);
  // References only the previous frame (num_ref_idx_active_override_flag), with the unmodified list.
  writer.bit(parameters.hasManyReferences ? 1 : 0);
  if (parameters.hasManyReferences) writer.unsigned(0);
  writer.bit(0);
  if (parameters.isWeighted) {
    // Weights with no effect (pred_weight_table).
    writer.unsigned(0);
    writer.unsigned(0);
    writer.bits(0, 2);
  }
  // cabac_init_idc, slice_qp_delta
  writer.unsigned(0);
  writer.unsigned(0);
  // Disables deblocking.
  if (parameters.hasDeblockingControl) writer.unsigned(1);
  writer.align(1);
}

/** Writes the macroblocks (7.3.4 and 7.3.5). Context numbers are from tables 9-13 and 9-14, for cabac_init_idc 0. */
function writeMacroblocks(
  writer: BitWriter,
  { widthMacroblocks, heightMacroblocks, quantizer }: StreamParameters,
  picture: I420Picture,
  changed: ReadonlySet<number>,
): void {
  const encoder = new ArithmeticEncoder(writer);
  const skipped = [
    initialContext(23, 33, quantizer),
    initialContext(23, 2, quantizer),
    initialContext(21, 0, quantizer),
  ];
  const isIntra = initialContext(1, 9, quantizer);
  const isIntraType = initialContext(5, 57, quantizer);
  const count = widthMacroblocks * heightMacroblocks;
  for (let index = 0; index < count; index++) {
    const isChanged = changed.has(index);
    const left = index % widthMacroblocks > 0 && changed.has(index - 1) ? 1 : 0;
    const above = changed.has(index - widthMacroblocks) ? 1 : 0;
    const context = skipped[left + above] ?? isIntra;
    encoder.encode(context, isChanged ? 0 : 1);
    if (isChanged) {
      encoder.encode(isIntra, 1);
      encoder.encode(isIntraType, 1);
      encoder.encodeEnd(true);
      writer.align(0);
      writer.append(samplesOf(picture, index % widthMacroblocks, Math.floor(index / widthMacroblocks)));
      encoder.restart();
    }
    encoder.encodeEnd(index === count - 1);
  }
}

/**
 * Returns a macroblock's samples. Samples outside the image repeat its edge, since the size may not be a multiple of
 * 16.
 */
function samplesOf({ bytes, widthPx, heightPx }: I420Picture, column: number, row: number): Uint8Array {
  const samples = new Uint8Array(SAMPLES);
  let at = 0;
  const put = (plane: number, width: number, height: number, side: number) => {
    for (let y = row * side; y < (row + 1) * side; y++) {
      const line = plane + Math.min(y, height - 1) * width;
      for (let x = column * side; x < (column + 1) * side; x++)
        samples[at++] = bytes[line + Math.min(x, width - 1)] ?? 0;
    }
  };
  const pixels = widthPx * heightPx;
  put(0, widthPx, heightPx, SIDE_PX);
  put(pixels, widthPx / 2, heightPx / 2, SIDE_PX / 2);
  put(pixels + pixels / 4, widthPx / 2, heightPx / 2, SIDE_PX / 2);
  return samples;
}
