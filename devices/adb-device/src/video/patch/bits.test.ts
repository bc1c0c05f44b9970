import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BitReader, BitWriter, escapeUnit, unescapeUnit } from "./bits.ts";

const bytes = fc.uint8Array({ maxLength: 60 });
/** Many zeros and small numbers, like those in start codes. */
const nearStartCodes = fc
  .array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 255), { maxLength: 60 })
  .map((each) => Uint8Array.from(each));

test("reads numbers as written", () => {
  const numbers = fc.array(fc.oneof(fc.nat(20), fc.nat(65_000)), { maxLength: 30 });
  fc.assert(
    fc.property(numbers, (values) => {
      const writer = new BitWriter(200);
      for (const value of values) writer.unsigned(value);
      writer.bits(0b101, 3);
      const reader = new BitReader(writer.written);
      expect(values.map(() => reader.unsigned())).toEqual(values);
      expect(reader.bits(3)).toBe(0b101);
    }),
  );
});

test.each([
  ["1", 0],
  ["010", 1],
  ["011", -1],
  ["00100", 2],
  ["00101", -2],
  ["00110", 3],
])("reads the bits %s as %d", (bits, value) => {
  const writer = new BitWriter(4);
  for (const bit of bits) writer.bit(Number(bit));
  expect(new BitReader(writer.written).signed()).toBe(value);
});

test("throws for a unit that ends within a number", () => {
  expect(() => new BitReader(Uint8Array.of(0, 0)).unsigned()).toThrow("ends within a number");
});

test("appends at a byte boundary", () => {
  const writer = new BitWriter(8);
  writer.bits(0b11, 2);
  writer.align(0);
  writer.append(Uint8Array.of(1, 2));
  writer.bit(1);
  writer.align(1);
  expect([...writer.written]).toEqual([0b1100_0000, 1, 2, 255]);
});

test("escapes start codes in a unit, and restores its content", () => {
  fc.assert(
    fc.property(fc.oneof(bytes, nearStartCodes), (content) => {
      const unit = escapeUnit(content);
      expect(
        Buffer.from(unit)
          .toString("hex")
          .match(/^(..)*0000(00|01|02)/),
      ).toBeNull();
      expect([...unescapeUnit(unit)]).toEqual([...content]);
    }),
  );
});
