import { expect, test } from "vitest";
import { preferEncoder } from "./choose-encoder.ts";
import type { ScreenEncoder, ScreenEncoderOptions } from "./screen-encoder.ts";

const ENCODER: ScreenEncoder = { isReady: true, encode: () => undefined, close: () => undefined };
const OPTIONS: ScreenEncoderOptions = {
  widthPx: 64,
  heightPx: 64,
  bitRate: 1_000_000,
  framesPerSecond: 60,
  onFrame: () => undefined,
  onReady: () => undefined,
  onError: () => undefined,
};

const missing = () => Promise.reject(new Error("not installed"));
const installed = () => Promise.resolve(ENCODER);

test("opens the preferred encoder without a log line", async () => {
  const lines: unknown[] = [];
  const open = preferEncoder(installed, missing, (...line) => lines.push(line));
  expect(await open(OPTIONS)).toBe(ENCODER);
  expect(lines).toEqual([]);
});

test("opens the other encoder and logs one line", async () => {
  const lines: unknown[] = [];
  const open = preferEncoder(missing, installed, (...line) => lines.push(line));
  expect(await open(OPTIONS)).toBe(ENCODER);
  expect(await open(OPTIONS)).toBe(ENCODER);
  expect(lines).toEqual([["OpenH264 does not encode the screen; x264 does", { error: "Error: not installed" }]]);
});

test("rejects when neither encoder opens", async () => {
  await expect(preferEncoder(missing, missing, () => undefined)(OPTIONS)).rejects.toThrow("not installed");
});
