import type { I420Picture } from "../i420-picture.ts";
import { ArithmeticEncoder, initialContext } from "./arithmetic-encoder.ts";
import { BitWriter, escapeUnit } from "./bits.ts";
import type { StreamParameters } from "./stream-parameters.ts";

const SIDE_PX = 16;
/** Samples of a macroblock: its brightness, and two differences of colour, each for squares of four pixels. */
const SAMPLES = SIDE_PX * SIDE_PX + 2 * (SIDE_PX / 2) ** 2;
/** Start code, and a header of a slice (type 1) that no picture refers to (nal_ref_idc 0). */
const UNIT_START = Uint8Array.of(0, 0, 0, 1, 1);
/** Room for a slice's header, and for telling of each macroblock whether it is left as it is. */
const HEADER_BYTES = 64;

/**
 * A picture in Annex B form that leaves the one before as it is but for some macroblocks, which hold the samples of
 * `picture` as they are (I_PCM). It takes no encoder and no time, and costs 384 bytes a macroblock. Nothing refers to it
 * (ITU-T H.264, nal_ref_idc 0), so that an encoder that knows nothing of it goes on with its own pictures; between two of
 * these there may be one such (7.4.1.2.4, order count of type 2).
 *
 * @param changed numbers of macroblocks, from left to right and row after row.
 * @param frameNumber that of the encoder's last picture.
 */
export function patchPicture(
  parameters: StreamParameters,
  picture: I420Picture,
  changed: ReadonlySet<number>,
  frameNumber: number,
): Uint8Array {
  const count = parameters.widthMacroblocks * parameters.heightMacroblocks;
  const writer = new BitWriter(HEADER_BYTES + (count >> 2) + changed.size * (SAMPLES + HEADER_BYTES));
  writeSliceHeader(writer, parameters, frameNumber);
  writeMacroblocks(writer, parameters, picture, changed);
  return Buffer.concat([UNIT_START, escapeUnit(writer.written)]);
}

/** 7.3.3, of a slice of type P that is the whole picture. */
function writeSliceHeader(writer: BitWriter, parameters: StreamParameters, frameNumber: number): void {
  // first_mb_in_slice, slice_type
  writer.unsigned(0);
  writer.unsigned(0);
  writer.unsigned(parameters.pictureParameterSet);
  writer.bits((frameNumber + 1) % 2 ** parameters.frameNumberBits, parameters.frameNumberBits);
  // It refers to the picture before alone (num_ref_idx_active_override_flag), in the list as it is.
  writer.bit(parameters.hasManyReferences ? 1 : 0);
  if (parameters.hasManyReferences) writer.unsigned(0);
  writer.bit(0);
  if (parameters.isWeighted) {
    // Weights as they would be without any (pred_weight_table).
    writer.unsigned(0);
    writer.unsigned(0);
    writer.bits(0, 2);
  }
  // cabac_init_idc, slice_qp_delta
  writer.unsigned(0);
  writer.unsigned(0);
  // No edge is smoothed.
  if (parameters.hasDeblockingControl) writer.unsigned(1);
  writer.align(1);
}

/** 7.3.4 and 7.3.5. The numbers of contexts are those of tables 9-13 and 9-14, for cabac_init_idc 0. */
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

/** A macroblock's samples; what lies outside of the picture, which need be no multiple of 16, is as its edge. */
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
