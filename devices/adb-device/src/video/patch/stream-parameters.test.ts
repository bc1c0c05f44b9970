import { expect, test } from "vitest";
import { BitWriter, escapeUnit } from "./bits.ts";
import { frameNumberOf, readStreamParameters } from "./stream-parameters.ts";

const START = Uint8Array.of(0, 0, 0, 1);
/** Parameter sets written by x264 for 1280 × 800 at 60 frames a second, High profile. */
const X264 = Buffer.from("0000000167640028acb4028032d080000003008000003c478c19500000000168ef3cb0", "hex");

interface Fields {
  profile?: number;
  chroma?: number;
  orderCountType?: number;
  isOfFrames?: boolean;
  isArithmetic?: boolean;
  sliceGroups?: number;
  hasRedundantPictures?: boolean;
}

/** Returns the parameter sets of a 320 × 240 stream (7.3.2). */
function parameterSets(fields: Fields): Uint8Array {
  const {
    profile = 100,
    chroma = 1,
    orderCountType = 2,
    isOfFrames = true,
    isArithmetic = true,
    sliceGroups = 1,
  } = fields;
  const sequence = new BitWriter(40);
  sequence.bits(profile, 8);
  sequence.bits(0, 16);
  sequence.unsigned(0);
  if (profile === 100) {
    sequence.unsigned(chroma);
    sequence.bits(0b1100, 4);
  }
  sequence.unsigned(2);
  sequence.unsigned(orderCountType);
  if (orderCountType === 0) sequence.unsigned(0);
  for (const value of [1, 19, 14]) {
    sequence.unsigned(value);
    if (value === 1) sequence.bit(0);
  }
  sequence.bits(isOfFrames ? 0b11 : 0b01, 2);
  sequence.bit(1);
  const picture = new BitWriter(40);
  picture.unsigned(3);
  picture.unsigned(0);
  picture.bits(isArithmetic ? 0b10 : 0b00, 2);
  for (const value of [sliceGroups - 1, 2, 0]) picture.unsigned(value);
  picture.bits(0b000, 3);
  for (const value of [0, 0, 0]) picture.unsigned(value);
  picture.bits(fields.hasRedundantPictures ? 0b1011 : 0b1001, 4);
  const unit = (header: number, writer: BitWriter) => [START, Uint8Array.of(header), escapeUnit(writer.written)];
  return Buffer.concat([...unit(0x67, sequence), ...unit(0x68, picture)]);
}

test("reads x264's stream parameters", () => {
  expect(readStreamParameters(X264)).toEqual({
    widthMacroblocks: 80,
    heightMacroblocks: 50,
    frameNumberBits: 4,
    pictureParameterSet: 0,
    hasManyReferences: false,
    isWeighted: true,
    hasDeblockingControl: true,
    quantizer: 26,
  });
});

test.each([[100], [77]])("accepts a suitable stream of profile %d", (profile) => {
  expect(readStreamParameters(parameterSets({ profile }))).toEqual({
    widthMacroblocks: 20,
    heightMacroblocks: 15,
    frameNumberBits: 6,
    pictureParameterSet: 3,
    hasManyReferences: true,
    isWeighted: false,
    hasDeblockingControl: true,
    quantizer: 26,
  });
});

test.each<[string, Fields]>([
  ["with another output order", { orderCountType: 0 }],
  ["of interlaced fields", { isOfFrames: false }],
  ["with another chroma format", { chroma: 2 }],
  ["without arithmetic coding", { isArithmetic: false }],
  ["in slice groups", { sliceGroups: 2 }],
  ["with redundant slices", { hasRedundantPictures: true }],
])("rejects a stream %s", (_, fields) => {
  expect(readStreamParameters(parameterSets(fields))).toBeUndefined();
});

test("rejects a stream without parameter sets", () => {
  expect(readStreamParameters(new Uint8Array())).toBeUndefined();
});

test.each([
  ["0000000165888084", 0],
  ["00000001419a262099ff1d5d", 1],
  ["00000001419a4620a9ff244b", 2],
])("the frame %s of x264 has number %d", (hex, number) => {
  const parameters = readStreamParameters(X264);
  expect(parameters && frameNumberOf(Buffer.from(hex, "hex"), parameters)).toBe(number);
});
