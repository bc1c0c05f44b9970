import type { VideoCodec } from "@terrarium/contract/proxy-messages";
import { expect, it } from "vitest";
import { codecString } from "./codec-string.ts";

/** H.265 data: Main profile, level 5.0, with emulation prevention bytes. */
const VPS = [0, 0, 0, 1, 0x40, 0x01, 0x0c, 0x01, 0xff, 0xff];
const SPS = [0, 0, 0, 1, 0x42, 0x01, 0x01, 0x01, 0x60, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, 0x96, 0xa0, 0x01];

it.each<[string, VideoCodec, number[], string | undefined]>([
  ["a long start code", "h264", [0, 0, 0, 1, 0x67, 0x42, 0xe0, 0x1f, 1, 2, 0, 0, 0, 1, 0x68, 1], "avc1.42e01f"],
  ["a short start code", "h264", [0, 0, 1, 0x67, 0x64, 0x00, 0x28, 9, 9], "avc1.640028"],
  ["another unit first", "h264", [0, 0, 1, 0x09, 0x10, 0, 0, 1, 0x27, 0x4d, 0x40, 0x1e, 0], "avc1.4d401e"],
  ["nothing", "h264", [], undefined],
  ["half a unit", "h264", [0, 0, 1, 0x67], undefined],
  ["another unit alone", "h264", [0, 0, 1, 0x68, 1, 2, 3, 4, 5, 6], undefined],
  ["H.265", "h265", [...VPS, ...SPS], "hev1.1.6.L150.90"],
  ["H.265 without an SPS", "h265", VPS, undefined],
  ["AV1", "av1", [0x81, 0x08, 0x0c, 0x00], "av01.0.08M.08"],
  ["AV1 of ten bits and high tier", "av1", [0x81, 0x2d, 0xcc, 0x00], "av01.1.13H.10"],
  ["AV1 without its box", "av1", [0x0a, 0x0b, 0x00], undefined],
])("reads the codec string after %s", (_name, codec, bytes, string) => {
  expect(codecString(codec, Uint8Array.from(bytes))).toBe(string);
});
