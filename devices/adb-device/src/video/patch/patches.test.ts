import { EncodedVideoChunk, VideoDecoder, type VideoFrame } from "@napi-rs/webcodecs";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { expect, onTestFinished, test } from "vitest";
import { missingOpenH264 } from "../../testing/missing-openh264.ts";
import { OPENH264_FRAMES } from "../../testing/openh264-frames.ts";
import { splitFrame } from "../annex-b.ts";
import { openOpenH264 } from "../encoder/openh264-encoder.ts";
import type { EncodedFrame, OpenScreenEncoder } from "../encoder/screen-encoder.ts";
import { openX264 } from "../encoder/x264-encoder.ts";
import { I420Picture } from "../i420-picture.ts";
import { Patches } from "./patches.ts";
import { PictureBefore } from "./picture-before.ts";

const CODEC = "avc1.640028";

/** A colourful image with parts that can be changed. */
class TestPicture {
  readonly picture: I420Picture;
  readonly #before: PictureBefore;
  readonly #pixels: Buffer;
  #seed = 1;

  constructor(widthPx: number, heightPx: number) {
    this.picture = new I420Picture(widthPx, heightPx);
    this.#before = new PictureBefore(this.picture);
    this.#pixels = Buffer.alloc(widthPx * heightPx * 4);
    for (let at = 0; at < this.#pixels.length; at += 4) this.#pixels.writeUInt32LE(this.#color(at >> 6), at);
    this.picture.putRows(0, this.#pixels);
  }

  /** Changes each pixel's colour in a 20 × 20 square; returns the affected macroblocks. */
  change(left: number, top: number): Set<number> {
    const { widthPx } = this.picture;
    this.#seed += 1;
    this.#before.keep({ top, bottom: top + 20 });
    for (let y = top; y < top + 20; y++)
      for (let x = left; x < left + 20; x++) this.#pixels.writeUInt32LE(this.#color(x * y), (y * widthPx + x) * 4);
    this.picture.putRows(top, this.#pixels.subarray(top * widthPx * 4, (top + 20) * widthPx * 4));
    return this.#before.changedMacroblocks(9) ?? new Set();
  }

  #color(point: number): number {
    return (0xff000000 | ((point * this.#seed * 2_654_435_761) >>> 8)) >>> 0;
  }
}

/** Opens an encoder with the device's settings. Returns a function that resolves with its output for a frame. */
async function testEncoder(open: OpenScreenEncoder, picture: I420Picture, patches: Patches) {
  let take: (frame: EncodedFrame) => void = () => undefined;
  const encoder = await open({
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    bitRate: 4_000_000,
    framesPerSecond: 60,
    onFrame: (frame) => take(frame),
    onReady: () => undefined,
    onError: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => encoder.close());
  let ptsUs = 0;
  return async (isKey: boolean): Promise<Packet> => {
    const output = new Promise<EncodedFrame>((resolve) => (take = resolve));
    ptsUs += 16_667;
    patches.noteEncoding();
    encoder.encode(picture, { ptsUs, isKey });
    const frame = await output;
    return noteOutput(patches, frame.isKey, Buffer.from(frame.bytes));
  };
}

/** Passes a frame of an encoder to the patches. */
function noteOutput(patches: Patches, isKey: boolean, data: Buffer): Packet {
  const { config, picture } = splitFrame(data);
  patches.noteOutput(config, picture);
  return { type: isKey ? "key" : "delta", data };
}

interface Packet {
  type: "key" | "delta";
  data: Buffer;
}

/** Returns the decoded luma of all pixels, for each packet. */
async function decode(packets: readonly Packet[], { widthPx, heightPx }: I420Picture): Promise<Buffer[]> {
  const frames: VideoFrame[] = [];
  const decoder = new VideoDecoder({
    output: (frame) => void frames.push(frame),
    error: (error) => expect.fail(error.message),
  });
  decoder.configure({ codec: CODEC, codedWidth: widthPx, codedHeight: heightPx, optimizeForLatency: true });
  for (const [index, { type, data }] of packets.entries())
    decoder.decode(new EncodedVideoChunk({ type, timestamp: index * 1000, data }));
  await decoder.flush();
  decoder.close();
  const pictures: Buffer[] = [];
  for (const frame of frames) {
    const pixels = Buffer.alloc(frame.allocationSize());
    await frame.copyTo(pixels);
    frame.close();
    pictures.push(pixels.subarray(0, widthPx * heightPx));
  }
  return pictures;
}

type Encode = (isKey: boolean) => Promise<Packet>;

/** Returns a function that resolves with the next recorded frame instead of encoding one. */
function recordedEncoder(patches: Patches): Encode {
  const frames = OPENH264_FRAMES.values();
  return async (isKey) => {
    patches.noteEncoding();
    return noteOutput(patches, isKey, Buffer.from(frames.next().value ?? "", "hex"));
  };
}

/** Encodes frames of a picture, with a small change before each except the first. */
async function encodeChanges(screen: TestPicture, patches: Patches, encode: Encode, rounds: number) {
  const { picture } = screen;
  const { widthPx: width, heightPx: height } = picture;
  const packets: Packet[] = [await encode(true)];
  const changes = new Map<number, { now: Buffer; changed: Set<number> }>();
  const keyRound = Math.ceil(rounds / 2);
  for (let round = 0; round < rounds; round++) {
    const changed = screen.change(2 * ((round * 23) % ((width - 20) / 2)), 2 * ((round * 31) % ((height - 20) / 2)));
    expect(patches.arePossible).toBe(true);
    changes.set(packets.length, { now: Buffer.from(picture.bytes), changed });
    packets.push({ type: "delta", data: Buffer.from(patches.make(picture, changed)) });
    expect(patches.arePossible).toBe(false);
    packets.push(await encode(round === keyRound));
  }
  return { packets, picture, changes };
}

/** Expects that decoders show each change exactly, keep all else, and show the other frames as without changes. */
async function expectExact({ packets, picture, changes }: Awaited<ReturnType<typeof encodeChanges>>): Promise<void> {
  const { widthPx, heightPx } = picture;
  const shown = await decode(packets, picture);
  expect(shown.length).toBe(packets.length);
  const across = Math.ceil(widthPx / 16);
  for (const [index, { now, changed }] of changes) {
    const expected = Buffer.from(shown[index - 1] ?? []);
    for (let y = 0; y < heightPx; y++)
      for (let x = 0; x < widthPx; x++)
        if (changed.has((y >> 4) * across + (x >> 4))) expected[y * widthPx + x] = now[y * widthPx + x] ?? 0;
    expect(shown[index]?.equals(expected), `change ${index}`).toBe(true);
  }
  const without = await decode(
    packets.filter((_, index) => !changes.has(index)),
    picture,
  );
  const encoded = shown.filter((_, index) => !changes.has(index));
  expect(without.map((each, index) => encoded[index]?.equals(each))).toEqual(without.map(() => true));
}

const SIZES: readonly [number, number][] = [
  [320, 240],
  [72, 136],
  [1280, 800],
];

/** More than x264 has frame numbers. */
const ROUNDS = 24;

async function expectExactWith(open: OpenScreenEncoder, [width, height]: readonly [number, number]): Promise<void> {
  const screen = new TestPicture(width, height);
  const patches = new Patches();
  const encode = await testEncoder(open, screen.picture, patches);
  await expectExact(await encodeChanges(screen, patches, encode, ROUNDS));
}

test.each(SIZES)("shows small changes of %d × %d exactly, without affecting x264's frames", async (...size) => {
  await expectExactWith(openX264, size);
});

describeWhere(await missingOpenH264(), "OpenH264", () => {
  test.each(SIZES)("shows small changes of %d × %d exactly, without affecting its frames", async (...size) => {
    await expectExactWith(openOpenH264, size);
  });
});

test("shows small changes exactly between recorded frames of OpenH264", async () => {
  const screen = new TestPicture(64, 64);
  const patches = new Patches();
  const rounds = OPENH264_FRAMES.length - 1;
  await expectExact(await encodeChanges(screen, patches, recordedEncoder(patches), rounds));
});

test("makes no patch while an encoder frame is pending", async () => {
  const screen = new TestPicture(64, 64);
  const patches = new Patches();
  expect(patches.arePossible).toBe(false);
  const encode = await testEncoder(openX264, screen.picture, patches);
  const encoding = encode(true);
  expect(patches.arePossible).toBe(false);
  expect(() => patches.make(screen.picture, new Set([1]))).toThrow("pictures cannot be pasted here");
  await encoding;
  expect(patches.arePossible).toBe(true);
});
