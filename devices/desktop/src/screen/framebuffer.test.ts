import { expect, test } from "vitest";
import { scale, toRgba } from "./framebuffer.ts";

test("swaps red and blue, and makes pixels opaque", () => {
  expect([...toRgba(Uint8Array.of(1, 2, 3, 0, 250, 251, 252, 9))]).toEqual([3, 2, 1, 255, 252, 251, 250, 255]);
});

test("averages the source pixels of a smaller image", () => {
  const pixels = Uint8Array.of(0, 0, 0, 0, 100, 40, 20, 0, 200, 0, 0, 0, 100, 0, 20, 0);
  const scaled = scale(pixels, { widthPx: 2, heightPx: 2 }, { widthPx: 1, heightPx: 1 });
  expect([...scaled.subarray(0, 3)]).toEqual([100, 10, 10]);
});

test("repeats pixels in a larger image", () => {
  const scaled = scale(Uint8Array.of(1, 2, 3, 0), { widthPx: 1, heightPx: 1 }, { widthPx: 2, heightPx: 2 });
  expect([...scaled.subarray(12, 15)]).toEqual([1, 2, 3]);
});
