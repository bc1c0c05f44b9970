import { expect, test } from "vitest";
import { I420Picture } from "../i420-picture.ts";
import { PictureBefore } from "./picture-before.ts";

const WIDTH = 72;
const HEIGHT = 40;

/** Returns the changes after recolouring pixels of a 72 × 40 image, five by three macroblocks. */
function changes(points: readonly [number, number][], color: string, most = 15) {
  const picture = new I420Picture(WIDTH, HEIGHT);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4, Buffer.from("336699ff", "hex"));
  picture.putRows(0, pixels);
  const before = new PictureBefore(picture);
  before.keep({ top: 0, bottom: HEIGHT });
  for (const [x, y] of points) pixels.write(color, (y * WIDTH + x) * 4, "hex");
  picture.putRows(0, pixels);
  return before.changedMacroblocks(most);
}

test.each<[string, [number, number][], number[]]>([
  ["none", [], []],
  ["the first", [[0, 0]], [0]],
  ["the first one's last pixel", [[15, 15]], [0]],
  ["the second", [[16, 15]], [1]],
  ["the one below the first", [[15, 16]], [5]],
  ["a partial one at the edges", [[71, 39]], [14]],
  [
    "several",
    [
      [40, 20],
      [2, 38],
      [41, 20],
    ],
    [7, 10],
  ],
])("finds changed macroblocks: %s", (_, points, numbers) => {
  expect(changes(points, "ffffffff")).toEqual(new Set(numbers));
});

test("detects a change of colour alone", () => {
  // Same luma as before (BT.601).
  expect(changes([[20, 20]], "bf3b00ff")).toEqual(new Set([6]));
});

test("returns undefined above the limit", () => {
  expect(
    changes(
      [
        [0, 0],
        [20, 0],
        [40, 0],
      ],
      "ffffffff",
      2,
    ),
  ).toBeUndefined();
});

test("ignores rows that were not kept", () => {
  const picture = new I420Picture(16, 64);
  const before = new PictureBefore(picture);
  before.keep({ top: 32, bottom: 48 });
  picture.bytes.fill(7);
  expect(before.changedMacroblocks(9)).toEqual(new Set([2]));
});
