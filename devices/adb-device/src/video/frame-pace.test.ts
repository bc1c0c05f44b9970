import { expect, test } from "vitest";
import { pacedFrameMs } from "./frame-pace.ts";

const INTERVAL_MS = 1000 / 60;

test("keeps 60 frames a second despite late timers", () => {
  let [countedMs, nowMs, frames] = [0, 0, 0];
  while (nowMs < 1000) {
    nowMs = Math.ceil(countedMs + INTERVAL_MS) + 1; // the delay of a timer in whole milliseconds
    countedMs = pacedFrameMs(countedMs, INTERVAL_MS, nowMs);
    frames += 1;
  }
  expect(frames).toBeGreaterThanOrEqual(60);
});

test("restarts the pace after a rest or an early frame", () => {
  expect(pacedFrameMs(100, INTERVAL_MS, 500)).toBe(500);
  expect(pacedFrameMs(100, INTERVAL_MS, 105)).toBe(105);
});
