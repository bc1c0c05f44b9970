import { expect, test } from "vitest";
import { DeviceDriver } from "../../ui/testing/device-driver.ts";
import { densityName, formatUptime } from "./format.ts";

/** The brightness of a pixel, 0 to 255. */
function brightness(device: DeviceDriver, xPx: number, yPx: number): number {
  const { widthPx, heightPx } = device.ui.display;
  const pixels = device.ui.display.picture(widthPx, heightPx).data();
  const at = (yPx * widthPx + xPx) * 4;
  return ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
}

test("the theme changes the screen and survives a restart", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Settings");
  expect(brightness(device, 4, 640)).toBeLessThan(40);
  device.tap("Light theme");
  expect(brightness(device, 4, 640)).toBeGreaterThan(220);
  expect(device.has("Light theme, selected")).toBe(true);
  const restarted = await DeviceDriver.start({ dataDir: device.dataDir });
  restarted.tap("Settings");
  expect(brightness(restarted, 4, 640)).toBeGreaterThan(220);
  restarted.ui.dispose();
});

test("the device is described as it is", async () => {
  await using device = await DeviceDriver.start({ widthPx: 480, heightPx: 800, densityDpi: 240 });
  device.tap("Settings");
  device.drag(240, 700, 240, 200);
  expect(device.texts()).toEqual(
    expect.arrayContaining(["480 × 800 px (320 × 533 dp)", "240 dpi (hdpi)", "Less than a minute"]),
  );
});

test("densities and times have names", () => {
  expect([120, 160, 213, 240, 320, 420, 640].map(densityName)).toEqual([
    "ldpi",
    "mdpi",
    "tvdpi",
    "hdpi",
    "xhdpi",
    "xxhdpi",
    "xxxhdpi",
  ]);
  expect(formatUptime(59_000)).toBe("Less than a minute");
  expect(formatUptime(((2 * 24 + 3) * 60 + 5) * 60_000)).toBe("2 d 3 h 5 min");
  expect(formatUptime(24 * 60 * 60_000)).toBe("1 d");
  expect(formatUptime(-5000)).toBe("Less than a minute");
});
