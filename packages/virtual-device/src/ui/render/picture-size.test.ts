import { createCanvas } from "@napi-rs/canvas";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pictureSize } from "./picture-size.ts";

test.each(["image/png", "image/jpeg", "image/webp", "image/avif", "image/gif"] as const)(
  "the size of an %s is told from its beginning",
  (type) => {
    const bytes = createCanvas(123, 45).toBuffer(type as "image/png");
    expect(pictureSize(bytes)).toEqual({ width: 123, height: 45 });
  },
);

test("what is no picture, or only the beginning of one, has no size and does no harm", () => {
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
