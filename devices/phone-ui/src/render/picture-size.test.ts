import { createCanvas } from "@napi-rs/canvas";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pictureSize } from "./picture-size.ts";

test.each(["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"] as const)(
  "reads the size of an %s from its first bytes",
  (type) => {
    const bytes = createCanvas(123, 45).toBuffer(type as "image/png");
    expect(pictureSize(bytes)).toEqual({ width: 123, height: 45 });
  },
);

test("rejects other data and truncated images without an error", () => {
  const picture = createCanvas(8, 8).toBuffer("image/jpeg");
  for (let length = 0; length < 20; length++) expect(pictureSize(picture.subarray(0, length))).toBeUndefined();
  const magics = ["\x89PNG", "GIF8", "BM", "RIFF", "\xff\xd8\xff", "....ftypispe"].map((magic) =>
    Buffer.from(magic, "latin1"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 60 }), (magic, rest) => {
      expect(() => pictureSize(Buffer.concat([magic, rest]))).not.toThrow();
    }),
  );
});

test("reads the size from the header, and rejects broken headers", () => {
  const png = Buffer.alloc(30);
  png.writeUInt32BE(0x89504e47, 0);
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(40_000, 20);
  expect(pictureSize(png)).toEqual({ width: 50_000, height: 40_000 });
  const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc00011080064012c03012200021101", "hex");
  expect(pictureSize(jpeg)).toEqual({ width: 300, height: 100 });
  expect(pictureSize(Buffer.from(`GIF89a\x05\0\x07\0${"\0".repeat(30)}`, "latin1"))).toEqual({ width: 5, height: 7 });
  expect(pictureSize(Buffer.from("ffd8ff", "hex"))).toBeUndefined();
  expect(pictureSize(Buffer.from(`ffd8${"ff".repeat(40)}`, "hex"))).toBeUndefined();
});

test("reads an AVIF's largest image, in any order", () => {
  const bytes = createCanvas(123, 45).toBuffer("image/avif");
  const decoy = Buffer.from("000000186672656569737065000000000000000100000001", "hex");
  const typeBytes = bytes.readUInt32BE(0);
  const hidden = Buffer.concat([bytes.subarray(0, typeBytes), decoy, bytes.subarray(typeBytes)]);
  expect(pictureSize(hidden)).toEqual({ width: 123, height: 45 });
});

test("detects only the requested formats", () => {
  const bytes = createCanvas(8, 8).toBuffer("image/avif");
  expect(pictureSize(bytes, ["avif"])).toEqual({ width: 8, height: 8 });
  expect(pictureSize(bytes, ["png", "gif", "webp", "jpeg"])).toBeUndefined();
});
