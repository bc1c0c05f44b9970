import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitFrame, splitUnits } from "./annex-b.ts";

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ""), "hex"));

test("separates parameter sets from the frame, and drops SEI", () => {
  const sps = "67 640020 ac";
  const pps = "68 ef 3c";
  const { config, picture } = splitFrame(
    hex(`00000001 09f0 00000001 ${sps} 00000001 ${pps} 000001 0605 ff80 000001 6588 84 000001 6501`),
  );
  expect(config).toEqual(hex(`00000001 ${sps} 00000001 ${pps}`));
  expect(picture).toEqual(hex("00000001 6588 84 00000001 6501"));
});

test("returns no config for a frame without parameter sets", () => {
  expect(splitFrame(hex("000001 419a")).config).toBeUndefined();
  expect(splitFrame(new Uint8Array())).toEqual({ config: undefined, picture: new Uint8Array() });
});

test("finds units after either start code", () => {
  // A unit neither contains a start code (the encoder escapes it) nor ends in a zero.
  const unit = fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1 }).map((bytes) => Uint8Array.from(bytes));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), unit)), (units) => {
      const stream = Buffer.concat(units.flatMap(([long, bytes]) => [long ? hex("00000001") : hex("000001"), bytes]));
      expect(splitUnits(stream).map((each) => Buffer.from(each).toString("hex"))).toEqual(
        units.map(([, bytes]) => Buffer.from(bytes).toString("hex")),
      );
    }),
  );
});
