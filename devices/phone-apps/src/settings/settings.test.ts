import { textsOf } from "@terrarium/phone-ui/services/language";
import { expect, test } from "vitest";
import { CHINESE } from "../testing/chinese.ts";
import { DeviceDriver } from "../testing/device-driver.ts";
import { parseProperties } from "./build-properties.ts";
import { densityName, formatUptime } from "./format.ts";
import { searchSettings } from "./routes.ts";
import { SETTINGS_STRINGS } from "./strings.ts";

const BACK = 4;
const PAGE_DOWN = 93;
const SETTINGS = "com.terrarium.settings";

/** Returns the brightness of a pixel, 0 to 255. */
function brightness(device: DeviceDriver, xPx: number, yPx: number): number {
  const { widthPx, heightPx } = device.ui.display;
  const pixels = device.ui.display.picture(widthPx, heightPx).data();
  const at = (yPx * widthPx + xPx) * 4;
  return ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
}

async function openSettings(options: Parameters<typeof DeviceDriver.start>[0] = {}): Promise<DeviceDriver> {
  const device = await DeviceDriver.start(options);
  device.ui.activities.start(SETTINGS);
  return device;
}

async function openPage(name: string, options?: Parameters<typeof DeviceDriver.start>[0]): Promise<DeviceDriver> {
  const device = await DeviceDriver.start(options);
  device.ui.activities.startIntent({ action: `android.settings.${name}_SETTINGS` });
  return device;
}

test("the theme changes the screen and survives a restart", async () => {
  await using device = await openPage("DISPLAY");
  expect(brightness(device, 4, 640)).toBeLessThan(40);
  device.tap("Light");
  expect(brightness(device, 4, 640)).toBeGreaterThan(220);
  expect(device.ui.settings.get("secure", "ui_night_mode")).toBe("1");
  const restarted = await openSettings({ dataDir: device.dataDir });
  expect(brightness(restarted, 4, 640)).toBeGreaterThan(220);
  restarted.ui.dispose();
});

test("the language changes every text at once, and back", async () => {
  await using device = await openPage("LOCALE");
  device.tap("简体中文");
  expect(device.has("语言")).toBe(true);
  device.press(BACK);
  expect(device.texts()).toEqual(expect.arrayContaining(["设置", "网络和互联网", "通知"]));
  device.press(PAGE_DOWN);
  device.tap("语言", "English (United States)");
  expect(device.has("Language")).toBe(true);
});

test("the font size grows and shrinks within its limits", async () => {
  await using device = await openPage("DISPLAY");
  const height = (): number => {
    const { top, bottom } = device.find(SETTINGS_STRINGS.previewText).bounds;
    return bottom - top;
  };
  const before = height();
  for (let tap = 0; tap < 30; tap++) device.tap("Larger");
  expect(height()).toBeGreaterThan(before);
  expect(device.ui.settings.get("system", "font_scale")).toBe("1.5");
  for (let tap = 0; tap < 30; tap++) device.tap("Smaller");
  expect(device.ui.settings.get("system", "font_scale")).toBe("0.85");
});

test("the font size changes when the slider is released", async () => {
  await using device = await openPage("DISPLAY");
  const { left, top, right, bottom } = device.find("Font size, 100 %").bounds;
  const y = (top + bottom) / 2;
  const touch = (action: "down" | "move" | "up", part: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx: left + (right - left) * part, yPx: y });
  touch("down", 0.2);
  for (const part of [0.3, 0.5, 0.8, 1]) touch("move", part);
  expect(device.has("Font size, 150 %")).toBe(true);
  expect(device.ui.settings.get("system", "font_scale")).toBe("1.0");
  touch("up", 1);
  expect(device.ui.settings.get("system", "font_scale")).toBe("1.5");
});

test("airplane mode turns Wi-Fi off, and the user may turn it on again", async () => {
  await using device = await openSettings();
  device.tap("Network & internet");
  expect(device.has("Connected to Terrarium")).toBe(true);
  device.tap("Airplane mode");
  expect(device.ui.settings.get("global", "wifi_on")).toBe("0");
  expect(device.has("Connected to Terrarium")).toBe(false);
  device.tap("Wi-Fi", "Use Wi-Fi");
  expect(device.ui.settings.get("global", "wifi_on")).toBe("1");
});

test("seven taps on the build number enable working developer options", async () => {
  await using device = await openPage("DEVICE_INFO");
  device.ui.settings.put("global", "development_settings_enabled", "0");
  device.drag(360, 1100, 360, 200);
  for (let tap = 0; tap < 4; tap++) device.tap("Build number");
  expect(device.has("You are now 3 steps away from being a developer")).toBe(true);
  for (let tap = 0; tap < 3; tap++) device.tap("Build number");
  expect(device.has("You are now a developer!")).toBe(true);
  device.press(BACK);
  for (let page = 0; page < 3; page++) device.press(PAGE_DOWN);
  device.tap("Developer options");
  expect(device.ui.settings.get("global", "development_settings_enabled")).toBe("1");
  device.tap("Use developer options");
  expect(device.has("Developer options are off")).toBe(true);
});

test("the device name may be any text of 1 to 32 characters", async () => {
  await using device = await openPage("DEVICE_INFO");
  device.tap("Device name");
  device.press(29, 0x1000); // Ctrl+A
  for (let key = 0; key < 20; key++) device.press(67);
  expect(device.has("Enter a device name")).toBe(true);
  device.tap("Save");
  expect(device.has("Save")).toBe(true);
  device.ui.input.text("x".repeat(40));
  expect(device.has("Use up to 32 characters")).toBe(true);
  for (let key = 0; key < 40; key++) device.press(67);
  device.ui.input.text("Moos 🌿");
  device.tap("Save");
  expect(device.ui.settings.get("global", "device_name")).toBe("Moos 🌿");
  expect(device.has("Moos 🌿")).toBe(true);
});

test("an app is stopped and cleared from its page", async () => {
  await using device = await DeviceDriver.start();
  device.ui.activities.start("com.terrarium.notes");
  device.tap("New note");
  device.ui.input.text("soon gone");
  device.ui.activities.startIntent({
    action: "android.settings.APPLICATION_DETAILS_SETTINGS",
    dataUri: "package:com.terrarium.notes",
  });
  expect(device.has("com.terrarium.notes")).toBe(true);
  device.tap("Force stop", "Force stop");
  expect(device.ui.activities.running().map((app) => app.packageName)).not.toContain("com.terrarium.notes");
  device.tap("Clear data", "Delete");
  await expect.poll(() => device.has("None")).toBe(true);
  device.ui.activities.start("com.terrarium.notes");
  expect(device.has("No notes yet")).toBe(true);
});

test("the storage page counts files from the shell", async () => {
  await using device = await DeviceDriver.start();
  await device.files.write("/sdcard/Download/big.bin", new Uint8Array(5_000_000), "replace");
  device.ui.activities.startIntent({ action: "android.settings.INTERNAL_STORAGE_SETTINGS" });
  await expect
    .poll(() => device.texts().filter((text) => text.startsWith("5") && text.endsWith(" MB")))
    .not.toEqual([]);
  device.tap("Back");
});

test("the search finds settings by part of their name", async () => {
  await using device = await openSettings();
  device.tap("Search settings");
  device.ui.input.text("ori");
  device.tap("Orientation");
  expect(device.has("Font size")).toBe(true);
  device.press(BACK);
  device.tap("Search settings");
  device.ui.input.text("zzz");
  expect(device.has("No settings match “orizzz”")).toBe(true);
  expect(searchSettings("developer", SETTINGS_STRINGS, false)).toEqual([]);
  expect(searchSettings("深色", textsOf(CHINESE, SETTINGS_STRINGS), false).map((found) => found.page)).toEqual([
    "display",
  ]);
});

test("a wide screen shows two pages side by side", async () => {
  await using device = await openSettings({ widthPx: 1920, heightPx: 1200, densityDpi: 240 });
  expect(device.texts()).toEqual(expect.arrayContaining(["Settings", "Airplane mode"]));
  device.ui.activities.startIntent({ action: "android.settings.DEVICE_INFO_SETTINGS" });
  expect(device.texts()).toEqual(expect.arrayContaining(["Settings", "1920 × 1200 px (1280 × 800 dp)"]));
});

test("formats densities, uptimes and build properties as Android does", () => {
  expect([120, 160, 213, 240, 320, 420, 640].map(densityName)).toEqual(
    "ldpi mdpi tvdpi hdpi xhdpi xxhdpi xxxhdpi".split(" "),
  );
  expect(formatUptime(59_000, SETTINGS_STRINGS)).toBe("Less than a minute");
  expect(formatUptime(((2 * 24 + 3) * 60 + 5) * 60_000, SETTINGS_STRINGS)).toBe("2 d 3 h 5 min");
  expect(formatUptime(24 * 60 * 60_000, textsOf(CHINESE, SETTINGS_STRINGS))).toBe("1 天");
  expect(formatUptime(-5000, SETTINGS_STRINGS)).toBe("Less than a minute");
  expect(parseProperties("a.b=c=d\n# no\n\nx=").get("a.b")).toBe("c=d");
});
