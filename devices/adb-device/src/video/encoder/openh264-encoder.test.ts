import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { expect, onTestFinished, test, vi } from "vitest";
import { missingOpenH264 } from "../../testing/missing-openh264.ts";
import { splitUnits, unitType, UNIT_TYPES } from "../annex-b.ts";
import { I420Picture } from "../i420-picture.ts";
import { openOpenH264 } from "./openh264-encoder.ts";
import type { EncodedFrame, ScreenEncoder } from "./screen-encoder.ts";

const SIZE_PX = 64;

/** Opens an encoder; `next` encodes a picture and resolves with its frame. */
async function openEncoder() {
  const frames: EncodedFrame[] = [];
  const errors: unknown[] = [];
  let isReadyAgain = () => undefined as void;
  const encoder = await openOpenH264({
    widthPx: SIZE_PX,
    heightPx: SIZE_PX,
    bitRate: 1_000_000,
    framesPerSecond: 60,
    onFrame: (frame) => void frames.push(frame),
    onReady: () => isReadyAgain(),
    onError: (error) => void errors.push(error),
  });
  const picture = new I420Picture(SIZE_PX, SIZE_PX);
  const next = async (ptsUs: number, isKey: boolean): Promise<EncodedFrame | undefined> => {
    const isReady = new Promise<void>((resolve) => (isReadyAgain = resolve));
    encoder.encode(picture, { ptsUs, isKey });
    await isReady;
    return frames.at(-1);
  };
  return { encoder, picture, frames, errors, next };
}

function openSize(widthPx: number, heightPx: number, bitRate = 1_000_000): Promise<ScreenEncoder> {
  const ignore = () => undefined;
  const callbacks = { onFrame: ignore, onReady: ignore, onError: ignore };
  return openOpenH264({ widthPx, heightPx, bitRate, framesPerSecond: 60, ...callbacks });
}

describeWhere(await missingOpenH264(), "OpenH264", () => {
  test("is available to several instances of this module", async () => {
    await missingOpenH264();
    vi.resetModules();
    const again = await import("./openh264-library.ts");
    await expect(again.loadOpenH264()).resolves.toBeDefined();
  });

  test("makes key frames with parameter sets on request only", async () => {
    const { encoder, next } = await openEncoder();
    onTestFinished(() => encoder.close());
    const { sps, pps, keySlice } = UNIT_TYPES;
    const types = (frame: EncodedFrame | undefined) => frame && splitUnits(frame.bytes).map(unitType);
    const [first, second, third] = [await next(1_000, true), await next(2_000, false), await next(3_000, true)];
    expect([first, second, third].map((frame) => frame?.isKey)).toEqual([true, false, true]);
    expect([first, second, third].map(types)).toEqual([[sps, pps, keySlice], [1], [sps, pps, keySlice]]);
    expect(third?.ptsUs).toBe(3_000);
  });

  test("accepts one frame at a time", async () => {
    const { encoder, next } = await openEncoder();
    onTestFinished(() => encoder.close());
    expect(encoder.isReady).toBe(true);
    const frame = next(0, true);
    expect(encoder.isReady).toBe(false);
    await frame;
    expect(encoder.isReady).toBe(true);
  });

  test("encodes a copy of the picture", async () => {
    const { encoder, picture, next } = await openEncoder();
    onTestFinished(() => encoder.close());
    await next(0, true);
    const unchanged = await next(1_000, false);
    const encoding = next(2_000, false);
    picture.bytes.fill(200);
    expect((await encoding)?.bytes.length).toBeLessThan(2 * (unchanged?.bytes.length ?? 0));
  });

  test("drops an unfinished frame when it closes", async () => {
    const { encoder, picture, frames, errors } = await openEncoder();
    encoder.encode(picture, { ptsUs: 0, isKey: true });
    encoder.close();
    // A frame of a later encoder follows the dropped one on the same thread pool.
    const other = await openEncoder();
    await other.next(0, true);
    other.encoder.close();
    expect([frames, errors]).toEqual([[], []]);
  });

  test.each([
    [8, 640],
    [4096, 4096],
  ])("rejects the size %d × %d", async (widthPx, heightPx) => {
    await expect(openSize(widthPx, heightPx)).rejects.toThrow(`OpenH264 refuses ${widthPx} × ${heightPx}`);
  });

  test("limits the bit rate to that of the highest level", async () => {
    const encoder = await openSize(720, 1280, 2_000_000_000);
    encoder.close();
    expect(encoder.isReady).toBe(false);
  });
});
