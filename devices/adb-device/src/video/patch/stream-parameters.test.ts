import { expect, test } from "vitest";
import { BitWriter, escapeUnit } from "./bits.ts";
import { positionOf, readStreamParameters } from "./stream-parameters.ts";

const START = Uint8Array.of(0, 0, 0, 1);
/** Parameter sets written by x264 for 1280 × 800 at 60 frames a second, High profile. */
const X264 = Buffer.from("0000000167640028acb4028032d080000003008000003c478c19500000000168ef3cb0", "hex");
/** Parameter sets written by OpenH264 2.3.1 for 720 × 1280 at 60 frames a second, High profile. */
const OPENH264 = Buffer.from("0000000167640c20ac191a80b40a1a01e1108d400000000168ee3c80", "hex");

interface Fields {
  profile?: number;
  chroma?: number;
  orderCountType?: number;
  isOfFrames?: boolean;
  isArithmetic?: boolean;
  hasFieldOrder?: boolean;
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
    hasFieldOrder = false,
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
  picture.bits((isArithmetic ? 0b10 : 0) | (hasFieldOrder ? 0b01 : 0), 2);
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
    orderCountBits: undefined,
    pictureParameterSet: 0,
    hasManyReferences: false,
    isWeighted: true,
    hasDeblockingControl: true,
    quantizer: 26,
  });
});

test("reads OpenH264's stream parameters, with order counts", () => {
  expect(readStreamParameters(OPENH264)).toEqual({
    widthMacroblocks: 45,
    heightMacroblocks: 80,
    frameNumberBits: 15,
    orderCountBits: 16,
    pictureParameterSet: 0,
    hasManyReferences: false,
    isWeighted: false,
    hasDeblockingControl: true,
    quantizer: 26,
  });
});

test.each([[100], [77]])("accepts a suitable stream of profile %d", (profile) => {
  expect(readStreamParameters(parameterSets({ profile }))).toEqual({
    widthMacroblocks: 20,
    heightMacroblocks: 15,
    frameNumberBits: 6,
    orderCountBits: undefined,
    pictureParameterSet: 3,
    hasManyReferences: true,
    isWeighted: false,
    hasDeblockingControl: true,
    quantizer: 26,
  });
});

test.each<[string, Fields]>([
  ["with another output order", { orderCountType: 1 }],
  ["with an order of fields", { orderCountType: 0, hasFieldOrder: true }],
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
  ["x264", X264, "0000000165888084", 0, 0],
  ["x264", X264, "00000001419a262099ff1d5d", 1, 0],
  ["x264", X264, "00000001419a4620a9ff244b", 2, 0],
  ["OpenH264", OPENH264, "0000000165b80004000013fffd09cf029274", 0, 0],
  ["OpenH264", OPENH264, "0000000161e0004000be449fb68f644833d2", 1, 2],
  ["OpenH264", OPENH264, "0000000161e0014002be442bfffc84034efd", 5, 10],
  ["OpenH264", OPENH264, "0000000165b80006000009ffea6a322a4ff0", 0, 0],
])("reads the position of a frame of %s: %#", (_, config, hex, number, orderCount) => {
  const parameters = readStreamParameters(config);
  expect(parameters && positionOf(Buffer.from(hex, "hex"), parameters)).toEqual({ number, orderCount });
});
