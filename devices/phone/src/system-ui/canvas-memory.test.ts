import type { Canvas } from "@napi-rs/canvas";
import type { DeviceDriver as Driver } from "@terrarium/phone-apps/testing/device-driver";
import { afterAll, expect, test, vi } from "vitest";

/** Every canvas ever created, so that none is garbage collected by chance. */
const { canvases } = vi.hoisted(() => ({ canvases: [] as Canvas[] }));

vi.mock("@napi-rs/canvas", async (importOriginal) => {
  const original = await importOriginal<typeof import("@napi-rs/canvas")>();
  return {
    ...original,
    createCanvas: (width: number, height: number) => {
      const canvas = original.createCanvas(width, height);
      canvases.push(canvas);
      return canvas;
    },
  };
});

// Other test files of this worker load the device's modules with the real canvas.
vi.resetModules();
const { DeviceDriver } = await import("@terrarium/phone-apps/testing/device-driver");
afterAll(() => void vi.resetModules());

/** Returns the pixels of all canvases that were not released; a released canvas keeps one. */
const livePoints = (): number => canvases.reduce((sum, { width, height }) => sum + width * height - 1, 0);

function startAndStopApps(device: Driver): void {
  for (const name of ["settings", "clock", "gallery"]) {
    device.ui.activities.start(`com.terrarium.${name}`);
    device.ui.display.picture(720, 1280);
    device.ui.activities.stop(`com.terrarium.${name}`);
  }
  device.ui.display.picture(720, 1280);
}

test("apps release their pixels when they end, watched or not", async () => {
  await using device = await DeviceDriver.start();
  startAndStopApps(device);
  const before = livePoints();
  const made = canvases.length;
  for (let round = 0; round < 2; round++) startAndStopApps(device);
  await expect.poll(livePoints).toBeLessThanOrEqual(before);
  const stop = device.ui.display.onFrame(() => undefined);
  for (let round = 0; round < 2; round++) startAndStopApps(device);
  await expect.poll(livePoints).toBeLessThanOrEqual(before);
  expect(canvases.length).toBeGreaterThan(made);
  stop();
});

test("frames are drawn and read in the same memory", async () => {
  await using device = await DeviceDriver.start();
  const { display, activities, input } = device.ui;
  const stop = display.onFrame(() => undefined);
  const rows = (): Uint8Array => display.picture(720, 1280).rows(0, 1280);
  activities.start("com.terrarium.settings");
  const { buffer, byteOffset } = rows();
  const made = canvases.length;
  const screen = Buffer.from(rows());
  input.touch({ action: "down", pointerId: 0, xPx: 360, yPx: 1000 });
  for (let yPx = 990; yPx > 300; yPx -= 10) {
    input.touch({ action: "move", pointerId: 0, xPx: 360, yPx });
    const now = rows();
    expect([now.buffer === buffer, now.byteOffset]).toEqual([true, byteOffset]);
  }
  expect(screen.equals(rows())).toBe(false);
  const large = canvases.slice(made).filter(({ width, height }) => width * height > 720 * 320);
  expect(large).toEqual([]);
  stop();
});

test("a disposed screen releases its pixels", async () => {
  const before = livePoints();
  {
    await using device = await DeviceDriver.start();
    startAndStopApps(device);
    expect(livePoints()).toBeGreaterThan(before + 720 * 200);
  }
  expect(livePoints() - before).toBeLessThan(720 * 200);
});
