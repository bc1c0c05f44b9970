import { EncodedVideoChunk, VideoDecoder, VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import { expect, onTestFinished, test } from "vitest";
import { splitFrame } from "../annex-b.ts";
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

/** Creates an encoder with the device's settings that returns its output for each frame. */
function testEncoder({ widthPx, heightPx, bytes }: I420Picture, patches: Patches) {
  let take: (chunk: { bytes: Uint8Array; type: string }) => void = () => undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const copy = new Uint8Array(chunk.byteLength);
      chunk.copyTo(copy);
      take({ bytes: copy, type: chunk.type });
    },
    error: (error) => expect.fail(error.message),
  });
  encoder.configure({
    codec: CODEC,
    width: widthPx,
    height: heightPx,
    bitrate: 4_000_000,
    framerate: 60,
    latencyMode: "quality",
    avc: { format: "annexb" },
  });
  onTestFinished(() => encoder.close());
  let timestamp = 0;
  return async (keyFrame: boolean) => {
    const output = new Promise<{ bytes: Uint8Array; type: string }>((resolve) => (take = resolve));
    timestamp += 16_667;
    const frame = new VideoFrame(bytes, { format: "I420", codedWidth: widthPx, codedHeight: heightPx, timestamp });
    patches.noteEncoding();
    encoder.encode(frame, { keyFrame });
    frame.close();
    const { bytes: whole, type } = await output;
    const { config, picture } = splitFrame(whole);
    patches.noteOutput(config, picture);
    return { type: type === "key" ? ("key" as const) : ("delta" as const), data: Buffer.from(whole) };
  };
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

test.each([
  [320, 240],
  [72, 136],
  [1280, 800],
])("shows small changes of %d × %d exactly, without affecting encoder frames", async (width, height) => {
  const screen = new TestPicture(width, height);
  const { picture } = screen;
  const patches = new Patches();
  const encode = testEncoder(picture, patches);
  const packets: Packet[] = [await encode(true)];
  const changes = new Map<number, { now: Buffer; changed: Set<number> }>();
  // More rounds than frame numbers (16), with a key frame among them.
  for (let round = 0; round < 24; round++) {
    const changed = screen.change(2 * ((round * 23) % ((width - 20) / 2)), 2 * ((round * 31) % ((height - 20) / 2)));
    expect(patches.arePossible).toBe(true);
    changes.set(packets.length, { now: Buffer.from(picture.bytes), changed });
    packets.push({ type: "delta", data: Buffer.from(patches.make(picture, changed)) });
    expect(patches.arePossible).toBe(false);
    packets.push(await encode(round === 12));
  }
  const shown = await decode(packets, picture);
  expect(shown.length).toBe(packets.length);
  const across = Math.ceil(width / 16);
  for (const [index, { now, changed }] of changes) {
    const expected = Buffer.from(shown[index - 1] ?? []);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (changed.has((y >> 4) * across + (x >> 4))) expected[y * width + x] = now[y * width + x] ?? 0;
    expect(shown[index]?.equals(expected), `change ${index}`).toBe(true);
  }
  const without = await decode(
    packets.filter((_, index) => !changes.has(index)),
    picture,
  );
  const encoded = shown.filter((_, index) => !changes.has(index));
  expect(without.map((each, index) => encoded[index]?.equals(each))).toEqual(without.map(() => true));
});

test("makes no patch while an encoder frame is pending", async () => {
  const screen = new TestPicture(64, 64);
  const patches = new Patches();
  expect(patches.arePossible).toBe(false);
  const encode = testEncoder(screen.picture, patches);
  const encoding = encode(true);
  expect(patches.arePossible).toBe(false);
  expect(() => patches.make(screen.picture, new Set([1]))).toThrow("no picture can be put here");
  await encoding;
  expect(patches.arePossible).toBe(true);
});
