import { expect, test } from "vitest";
import { I420Picture } from "./i420-picture.ts";

/** One pixel of RGBA. */
const rgba = (color: string): number[] => [...Buffer.from(`${color}ff`, "hex")];

test.each([
  ["000000", [16, 128, 128]],
  ["ffffff", [235, 128, 128]],
  ["ff0000", [82, 90, 240]],
  ["00ff00", [144, 54, 34]],
  ["0000ff", [41, 240, 110]],
])("#%s is %j in BT.601", (color, yuv) => {
  const picture = new I420Picture(4, 2);
  picture.putRows(0, Uint8Array.from(Array.from({ length: 8 }, () => rgba(color)).flat()));
  const [y, u, v] = yuv;
  expect([...picture.bytes]).toEqual([y, y, y, y, y, y, y, y, u, u, v, v]);
});

test("each pixel has its brightness, and each four of them their mean colour", () => {
  const picture = new I420Picture(2, 2);
  picture.putRows(0, Uint8Array.from(["ff0000", "00ff00", "0000ff", "ffffff"].flatMap(rgba)));
  expect([...picture.bytes.subarray(0, 4)]).toEqual([82, 144, 41, 235]);
  expect([...picture.bytes.subarray(4)]).toEqual([128, 128]);
});

test("rows take their place and leave the others as they are", () => {
  const picture = new I420Picture(2, 6);
  const before = [...picture.bytes];
  picture.putRows(2, Uint8Array.from(Array.from({ length: 4 }, () => rgba("ff0000")).flat()));
  const after = [...picture.bytes];
  const changed = after.flatMap((byte, index) => (byte === before[index] ? [] : [index]));
  expect(changed).toEqual([4, 5, 6, 7, 13, 16]);
});
