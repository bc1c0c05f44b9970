import { expect, it } from "vitest";
import { imageSize } from "./image-size.ts";

it("a picture's size is read from its first bytes, a broken one has none", () => {
  const png = Buffer.alloc(30);
  png.writeUInt32BE(0x89504e47, 0);
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(40_000, 20);
  expect(imageSize(png)).toEqual({ width: 50_000, height: 40_000 });
  const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc00011080064012c03012200021101", "hex");
  expect(imageSize(jpeg)).toEqual({ width: 300, height: 100 });
  expect(imageSize(Buffer.from(`GIF89a\x05\0\x07\0${"\0".repeat(30)}`, "latin1"))).toEqual({ width: 5, height: 7 });
  expect(imageSize(Buffer.from("ffd8ff", "hex"))).toBeUndefined();
  expect(imageSize(Buffer.from(`ffd8${"ff".repeat(40)}`, "hex"))).toBeUndefined();
});
