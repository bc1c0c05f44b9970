import { describe, expect, it } from "vitest";
import { avcCodecString } from "./avc.ts";

describe("avcCodecString", () => {
  it.each([
    ["a long start code", [0, 0, 0, 1, 0x67, 0x42, 0xe0, 0x1f, 1, 2, 0, 0, 0, 1, 0x68, 1], "avc1.42e01f"],
    ["a short start code", [0, 0, 1, 0x67, 0x64, 0x00, 0x28, 9, 9], "avc1.640028"],
    ["another unit first", [0, 0, 1, 0x09, 0x10, 0, 0, 1, 0x27, 0x4d, 0x40, 0x1e, 0], "avc1.4d401e"],
  ])("reads profile and level after %s", (_name, bytes, codec) => {
    expect(avcCodecString(Uint8Array.from(bytes))).toBe(codec);
  });

  it.each([[[]], [[0, 0, 1, 0x67]], [[0, 0, 1, 0x68, 1, 2, 3, 4, 5, 6]]])("finds none in %j", (bytes) => {
    expect(avcCodecString(Uint8Array.from(bytes))).toBeUndefined();
  });
});
