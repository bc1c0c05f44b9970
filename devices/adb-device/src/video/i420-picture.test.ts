import { expect, test } from "vitest";
import { I420Picture } from "./i420-picture.ts";

/** Returns one RGBA pixel. */
const rgba = (color: string): number[] => [...Buffer.from(`${color}ff`, "hex")];

test.each([
  ["000000", [16, 128, 128]],
  ["ffffff", [235, 128, 128]],
  ["ff0000", [82, 90, 240]],
  ["00ff00", [144, 54, 34]],
  ["0000ff", [41, 240, 110]],
])("converts #%s to %j in BT.601", (color, yuv) => {
  const picture = new I420Picture(4, 2);
  picture.putRows(0, Uint8Array.from(Array.from({ length: 8 }, () => rgba(color)).flat()));
  const [y, u, v] = yuv;
  expect([...picture.bytes]).toEqual([y, y, y, y, y, y, y, y, u, u, v, v]);
});

test("stores luma per pixel and mean chroma per 2×2 pixels", () => {
  const picture = new I420Picture(2, 2);
  picture.putRows(0, Uint8Array.from(["ff0000", "00ff00", "0000ff", "ffffff"].flatMap(rgba)));
  expect([...picture.bytes.subarray(0, 4)]).toEqual([82, 144, 41, 235]);
  expect([...picture.bytes.subarray(4)]).toEqual([128, 128]);
});

test("replaces only the given rows", () => {
  const picture = new I420Picture(2, 6);
  const before = [...picture.bytes];
  picture.putRows(2, Uint8Array.from(Array.from({ length: 4 }, () => rgba("ff0000")).flat()));
  const after = [...picture.bytes];
  const changed = after.flatMap((byte, index) => (byte === before[index] ? [] : [index]));
  expect(changed).toEqual([4, 5, 6, 7, 13, 16]);
});
