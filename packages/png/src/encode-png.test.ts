import { createCanvas, loadImage } from "@napi-rs/canvas";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { encodePng } from "./encode-png.ts";

test("encodes an image that another program reads unchanged", async () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
  await fc.assert(
    fc.asyncProperty(sizes, fc.infiniteStream(fc.nat(255)), async ([widthPx, heightPx], noise) => {
      const rgba = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, index) =>
        index % 4 === 3 ? 255 : noise.next().value,
      );
      const image = await loadImage(await encodePng({ widthPx, heightPx, rgba }));
      const canvas = createCanvas(widthPx, heightPx);
      canvas.getContext("2d").drawImage(image, 0, 0);
      expect([image.width, image.height]).toEqual([widthPx, heightPx]);
      expect(Buffer.compare(canvas.data(), rgba)).toBe(0);
    }),
    { numRuns: 40 },
  );
});
