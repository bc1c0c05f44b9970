import { expect, test } from "vitest";
import { FrameBoundary } from "./frame-boundary.ts";

/** Returns a frame with a payload of this length, encoded in `longer` bytes after the first two. */
function frame(payloadBytes: number, longer: 0 | 2 | 8, mask: number[] = []): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(payloadBytes));
  const short = { 0: payloadBytes, 2: 126, 8: 127 }[longer];
  const head = [0x81, short | (mask.length > 0 ? 0x80 : 0), ...length.subarray(8 - longer), ...mask];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(payloadBytes, 0xff)]);
}

const frames = [frame(0, 0), frame(5, 0), frame(300, 2), frame(70_000, 8), frame(7, 0, [1, 2, 3, 4])];

test.each(frames.map((each, at) => [at, each] as const))("frame %i ends exactly at its last byte", (_at, bytes) => {
  const boundary = new FrameBoundary();
  const early = bytes.subarray(0, -1).filter((byte) => {
    boundary.push(Uint8Array.of(byte));
    return boundary.isBetweenFrames;
  });
  expect(early).toHaveLength(0);
  boundary.push(bytes.subarray(-1));
  expect(boundary.isBetweenFrames).toBe(true);
});

test("follows frames in chunks of any size", () => {
  const bytes = Buffer.concat(frames);
  for (const size of [1, 3, 1_000, bytes.length]) {
    const boundary = new FrameBoundary();
    for (let at = 0; at < bytes.length; at += size) boundary.push(bytes.subarray(at, at + size));
    expect(boundary.isBetweenFrames).toBe(true);
    boundary.push(bytes.subarray(0, 1));
    expect(boundary.isBetweenFrames).toBe(false);
  }
});

test("a length beyond any number leaves the frame open", () => {
  const boundary = new FrameBoundary();
  boundary.push(Buffer.from([0x82, 127, ...Array<number>(8).fill(0xff)]));
  boundary.push(Buffer.alloc(1_000_000));
  expect(boundary.isBetweenFrames).toBe(false);
});
