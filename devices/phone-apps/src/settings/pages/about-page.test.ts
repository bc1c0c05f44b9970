import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, subtitle, value } = provideSettings((started) => (device = started));

describe("the about page", () => {
  test("shows unknown values without a build file, and the screen size when rotated", () => {
    openPage("DEVICE_INFO_SETTINGS");
    expect([subtitle("model"), subtitle("serial")]).toEqual(["Unknown", "Unknown"]);
    expect(subtitle("screen")).toBe("360 × 640 px (360 × 640 dp)");
    device.turn(true);
    expect(subtitle("screen")).toBe("640 × 360 px (640 × 360 dp)");
  });

  test("shows the uptime in minutes", () => {
    openPage("DEVICE_INFO_SETTINGS");
    expect(subtitle("uptime")).toBe("Less than a minute");
  });

  test.each([
    ["", false],
    ["   ", false],
    ["x".repeat(33), false],
    ["x".repeat(32), true],
    ["  Moos 🌿  ", true],
    ["苔".repeat(32), true],
  ])("accepts the name %j: %s", (name, valid) => {
    openPage("DEVICE_INFO_SETTINGS");
    device.tapControl("device_name");
    device.fill("name", name);
    expect(device.control("save").enabled).toBe(valid);
    device.press(66);
    expect(device.hasControl("dialog")).toBe(!valid);
    expect(value("global", "device_name")).toBe(valid ? name.trim() : "Terrarium");
  });

  test("keeps the typed name when the screen rotates between one pane and two", () => {
    device.ui.settings.put("global", "display_size_forced", "500,900");
    openPage("DEVICE_INFO_SETTINGS");
    device.tapControl("device_name");
    device.fill("name", "Half a name");
    device.turn(true);
    expect(device.control("name").text).toBe("Half a name");
    device.turn(false);
    expect(device.control("name").text).toBe("Half a name");
    device.press(66);
    expect(value("global", "device_name")).toBe("Half a name");
    device.turn(true);
    expect([device.has("Search settings"), device.hasControl("model")]).toEqual([true, true]);
  });

  test("enables developer options only after seven taps in a row", () => {
    device.ui.settings.put("global", "development_settings_enabled", "0");
    openPage("DEVICE_INFO_SETTINGS");
    reach("build_number");
    for (let tap = 0; tap < 6; tap++) device.tapControl("build_number");
    expect(device.has("You are now 1 step away from being a developer")).toBe(true);
    device.press(KEY_CODES.back);
    openPage("DEVICE_INFO_SETTINGS");
    reach("build_number");
    device.tapControl("build_number");
    expect(value("global", "development_settings_enabled")).toBe("0");
    for (let tap = 0; tap < 6; tap++) device.tapControl("build_number");
    expect(value("global", "development_settings_enabled")).toBe("1");
    device.tapControl("build_number");
    expect(device.has("No need, you are already a developer")).toBe(true);
  });
});
