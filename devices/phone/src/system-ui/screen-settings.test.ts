import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test, vi } from "vitest";

test("rotation relayouts the screen, and apps keep their state", async () => {
  await using device = await DeviceDriver.start();
  const resized = vi.fn<() => void>();
  device.ui.display.onResize(resized);
  device.tap("Search apps");
  device.ui.input.text("fern");
  device.ui.display.rotate();
  const { display } = device.ui;
  expect([display.widthPx, display.heightPx, display.rotation]).toEqual([1280, 720, 1]);
  expect(resized).toHaveBeenCalledTimes(1);
  expect(device.ui.hierarchy().rotation).toBe(1);
  expect(device.find("Search apps").text).toBe("fern");
  expect(device.find("Space").bounds.bottom).toBeLessThanOrEqual(720);
  const png = await display.capturePng();
  expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(1280);
  device.ui.settings.put("system", "user_rotation", "2");
  expect([display.widthPx, display.rotation]).toEqual([720, 2]);
  device.ui.settings.put("system", "user_rotation", "0");
  expect(device.find("Search apps").text).toBe("fern");
});

test("brightness affects the panel, not screenshots", async () => {
  await using device = await DeviceDriver.start();
  const before = await device.ui.display.capturePng();
  device.ui.settings.put("system", "screen_brightness", "10");
  expect(Buffer.from(await device.ui.display.capturePng()).equals(before)).toBe(true);
});

test("font size and language change every text at once", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Settings");
  const height = (name: string): number => device.find(name).bounds.bottom - device.find(name).bounds.top;
  const before = height("Settings");
  device.ui.settings.put("system", "font_scale", "1.5");
  expect(height("Settings")).toBeGreaterThan(before * 1.3);
  device.ui.settings.put("system", "system_locales", "zh-CN");
  expect(device.ui.activities.foreground().label).toBe("设置");
  expect(device.has("设置")).toBe(true);
  device.press(KEY_CODES.home);
  expect(device.has("搜索应用")).toBe(true);
});

test("Japanese devices use Japanese glyph forms for Han characters", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note");
  device.ui.input.text("直角");
  const drawn = (): string => {
    const { left, top, right, bottom } = device.find("直角").bounds;
    const pixels = device.ui.display.picture(720, 1280).data();
    const rows = Array.from({ length: bottom - top }, (_, row) => (top + row) * 720);
    return Buffer.concat(rows.map((row) => pixels.subarray((row + left) * 4, (row + right) * 4))).toString("base64");
  };
  const chinese = drawn();
  device.ui.settings.put("system", "system_locales", "ja-JP,en-US");
  expect(drawn()).not.toEqual(chinese);
  device.ui.settings.put("system", "system_locales", "en-US,ja-JP");
  expect(drawn()).toEqual(chinese);
});

test("the device's settings are kept across a restart", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("secure", "ui_night_mode", "1");
  device.ui.settings.put("system", "user_rotation", "1");
  await using again = await DeviceDriver.start({ dataDir: device.dataDir });
  expect(again.ui.display.widthPx).toBe(1280);
  again.ui.panels.expandSettings();
  expect(again.has("Dark theme, Off")).toBe(true);
});

test("developer options show touches and their positions", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("system", "pointer_location", "1");
  device.ui.settings.put("system", "show_touches", "1");
  const before = device.ui.display.picture(720, 1280).data();
  device.ui.input.touch({ action: "down", pointerId: 0, xPx: 100, yPx: 640 });
  const during = device.ui.display.picture(720, 1280).data();
  const at = (640 * 720 + 100) * 4;
  expect(Buffer.compare(before.subarray(at, at + 4), during.subarray(at, at + 4))).not.toBe(0);
  device.ui.input.touch({ action: "up", pointerId: 0, xPx: 100, yPx: 640 });
});

test("typing works with the on-screen keyboard disabled", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("secure", "show_ime_with_hard_keyboard", "0");
  device.tap("Search apps");
  expect(device.has("Space")).toBe(false);
  device.ui.input.text("no");
  expect(device.find("Search apps").text).toBe("no");
});
