import { expect, test } from "vitest";
import { draw } from "./draw.ts";
import { cut, scaleDown } from "./resize.ts";

const blank = (widthPx: number, heightPx: number) => ({
  widthPx,
  heightPx,
  rgba: new Uint8Array(4 * widthPx * heightPx),
});
const at = ({ rgba, widthPx }: { rgba: Uint8Array; widthPx: number }, x: number, y: number) =>
  Array.from(rgba.subarray(4 * (y * widthPx + x), 4 * (y * widthPx + x) + 3));
const MARK = [226, 35, 55];
const NOTHING = [0, 0, 0];

test("a box has a frame and a white corner number", () => {
  const pixels = blank(100, 60);
  draw(pixels, [{ shape: "box", left: 10, top: 5, right: 90, bottom: 55, number: 1 }]);
  expect([at(pixels, 89, 30), at(pixels, 50, 54), at(pixels, 10, 40)]).toEqual([MARK, MARK, MARK]);
  expect([at(pixels, 50, 40), at(pixels, 9, 30), at(pixels, 90, 30)]).toEqual([NOTHING, NOTHING, NOTHING]);
  expect(at(pixels, 17, 9)).toEqual([255, 255, 255]);
});

test("a path has ends and a line, clipped to the image", () => {
  const pixels = blank(100, 60);
  const points = [
    { x: 30, y: 30 },
    { x: 70, y: 30 },
    { x: 70, y: 500 },
  ];
  draw(pixels, [{ shape: "way", points }]);
  expect(at(pixels, 50, 30)).toEqual(MARK);
  expect(at(pixels, 30, 30)).toEqual([255, 255, 255]);
  expect(at(pixels, 50, 50)).toEqual(NOTHING);
  draw(pixels, [{ shape: "box", left: -50, top: -50, right: 1e6, bottom: 1e6, number: 12 }]);
  expect(pixels.rgba).toHaveLength(4 * 100 * 60);
});

test("crops a region to the image", () => {
  const pixels = blank(10, 10);
  pixels.rgba.set([1, 2, 3, 255], 4 * (3 * 10 + 2));
  const part = cut(pixels, { x: 2, y: 3, width: 4, height: 100 });
  expect([part.widthPx, part.heightPx, at(part, 0, 0)]).toEqual([4, 7, [1, 2, 3]]);
  expect(cut(pixels, { x: 50, y: 50, width: 5, height: 5 })).toMatchObject({ widthPx: 1, heightPx: 1 });
});

test("scales an image down by the mean of its pixels", () => {
  const pixels = {
    widthPx: 2,
    heightPx: 2,
    rgba: Uint8Array.from([0, 0, 0, 0, 100, 0, 0, 0, 0, 200, 0, 0, 100, 200, 40, 0]),
  };
  expect(scaleDown(pixels, 0.5)).toEqual({ widthPx: 1, heightPx: 1, rgba: Uint8Array.from([50, 100, 10, 255]) });
  expect(scaleDown(pixels, 1)).toBe(pixels);
  expect(scaleDown(blank(720, 1280), 0.3)).toMatchObject({ widthPx: 216, heightPx: 384 });
});
