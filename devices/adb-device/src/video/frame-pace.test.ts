import { expect, test } from "vitest";
import { pacedFrameMs } from "./frame-pace.ts";

const intervalMs = 1000 / 60;

test("frames that each come a little late still come sixty times a second", () => {
  let [countedMs, nowMs, frames] = [0, 0, 0];
  while (nowMs < 1000) {
    nowMs = Math.ceil(countedMs + intervalMs) + 1; // as late as a timer of whole milliseconds is
    countedMs = pacedFrameMs(countedMs, intervalMs, nowMs);
    frames += 1;
  }
  expect(frames).toBeGreaterThanOrEqual(60);
});

test("after a rest, or when drawn early, the pace begins with the frame", () => {
  expect(pacedFrameMs(100, intervalMs, 500)).toBe(500);
  expect(pacedFrameMs(100, intervalMs, 105)).toBe(105);
});
