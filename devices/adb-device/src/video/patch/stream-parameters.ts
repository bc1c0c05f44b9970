import { splitUnits, unitType, UNIT_TYPES } from "../annex-b.ts";
import { BitReader, unescapeUnit } from "./bits.ts";

/** Stream parameters needed to insert a frame between an encoder's frames. */
export interface StreamParameters {
  widthMacroblocks: number;
  heightMacroblocks: number;
  frameNumberBits: number;
  /** Bits of a frame's order count (type 0); undefined if frame numbers imply the order (type 2). */
  orderCountBits: number | undefined;
  pictureParameterSet: number;
  /** Whether more than one reference frame is the default; a slice may override it. */
  hasManyReferences: boolean;
  isWeighted: boolean;
  /** Whether slice headers control deblocking. */
  hasDeblockingControl: boolean;
  quantizer: number;
}

/** Profiles with chroma format and bit depth in their parameter sets (7.3.2.1.1); the others use 4:2:0 with 8 bits. */
const HIGH_PROFILES = new Set([100, 110, 122, 244]);

/**
 * Parses a stream's parameter sets in Annex B form (ITU-T H.264, 7.3.2). Returns undefined unless frames can be
 * inserted into the stream: progressive 4:2:0 with 8 bits, an order count of type 0 or 2, and arithmetic coding.
 */
export function readStreamParameters(config: Uint8Array): StreamParameters | undefined {
  const units = splitUnits(config);
  const content = (type: number) => {
    const unit = units.find((each) => unitType(each) === type);
    return unit && new BitReader(unescapeUnit(unit.subarray(1)));
  };
  const [sequence, picture] = [content(UNIT_TYPES.sps), content(UNIT_TYPES.pps)];
  const frames = sequence && readSequence(sequence);
  const slices = picture && readPicture(picture);
  return frames && slices && { ...frames, ...slices };
}

type Sequence = Pick<StreamParameters, "widthMacroblocks" | "heightMacroblocks" | "frameNumberBits" | "orderCountBits">;

function readSequence(reader: BitReader): Sequence | undefined {
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  if (HIGH_PROFILES.has(profile)) {
    const [chroma, lumaDepth, chromaDepth] = [reader.unsigned(), reader.unsigned(), reader.unsigned()];
    const [isLossless, hasScaling] = [reader.flag(), reader.flag()];
    if (chroma !== 1 || lumaDepth !== 0 || chromaDepth !== 0 || isLossless || hasScaling) return undefined;
  }
  const frameNumberBits = reader.unsigned() + 4;
  const orderCountType = reader.unsigned();
  if (orderCountType !== 0 && orderCountType !== 2) return undefined;
  const orderCountBits = orderCountType === 0 ? reader.unsigned() + 4 : undefined;
  reader.unsigned();
  const hasGaps = reader.flag();
  const widthMacroblocks = reader.unsigned() + 1;
  const heightMacroblocks = reader.unsigned() + 1;
  const isOfFrames = reader.flag();
  if (hasGaps || !isOfFrames) return undefined;
  return { widthMacroblocks, heightMacroblocks, frameNumberBits, orderCountBits };
}

function readPicture(reader: BitReader): Omit<StreamParameters, keyof Sequence> | undefined {
  const pictureParameterSet = reader.unsigned();
  reader.unsigned();
  const isArithmetic = reader.flag();
  const hasFieldOrder = reader.flag();
  const sliceGroups = reader.unsigned() + 1;
  if (!isArithmetic || hasFieldOrder || sliceGroups > 1) return undefined;
  const hasManyReferences = reader.unsigned() > 0;
  reader.unsigned();
  const isWeighted = reader.flag();
  reader.bits(2);
  const quantizer = 26 + reader.signed();
  reader.signed();
  reader.signed();
  const hasDeblockingControl = reader.flag();
  reader.flag();
  const hasRedundantPictures = reader.flag();
  if (hasRedundantPictures) return undefined;
  return { pictureParameterSet, hasManyReferences, isWeighted, hasDeblockingControl, quantizer };
}

/** Position of a reference frame in its stream. */
export interface FramePosition {
  /** frame_num, which each reference frame increases by one. */
  number: number;
  /** pic_order_cnt_lsb, which each frame of the encoder increases by two; 0 without order counts. */
  orderCount: number;
}

/** Returns the position of an Annex B reference frame, from its first slice (7.3.3). */
export function positionOf(picture: Uint8Array, { frameNumberBits, orderCountBits }: StreamParameters): FramePosition {
  const [slice = new Uint8Array()] = splitUnits(picture.subarray(0, 64));
  const reader = new BitReader(unescapeUnit(slice.subarray(1)));
  reader.unsigned();
  reader.unsigned();
  reader.unsigned();
  const number = reader.bits(frameNumberBits);
  if (orderCountBits === undefined) return { number, orderCount: 0 };
  if (unitType(slice) === UNIT_TYPES.keySlice) reader.unsigned();
  return { number, orderCount: reader.bits(orderCountBits) };
}
