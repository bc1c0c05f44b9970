import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test, vi } from "vitest";
import { APPS } from "../../apps.ts";
import { installedApps } from "../../installed-apps.ts";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { APP, NOTES, provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, subtitle } = provideSettings((started) => (device = started));

describe("an app's page", () => {
  const details = (packageName: string): void => openPage("APPLICATION_DETAILS_SETTINGS", `package:${packageName}`);

  test("shows whether the app runs, opens it and stops it", () => {
    details(NOTES);
    expect([device.control("app_state").text, device.control("force_stop").enabled]).toEqual(["Not running", false]);
    device.tapControl("open");
    expect(device.ui.activities.foreground().packageName).toBe(NOTES);
    details(NOTES);
    expect(device.control("app_state").text).toBe("Running");
    device.tap("Force stop");
    device.press(KEY_CODES.back);
    expect(device.control("app_state").text).toBe("Running");
    device.tap("Force stop", "Force stop");
    expect(device.control("app_state").text).toBe("Not running");
  });

  test("offers no actions for an app that is not installed", async () => {
    details("com.example.nothing");
    await device.shows("None");
    expect(["open", "force_stop", "clear_data"].map((id) => device.control(id).enabled)).toEqual([false, false, false]);
  });

  test("shows the data size and clears the data after confirmation", async () => {
    device.ui.activities.start(NOTES);
    device.tap("New note");
    device.type("moss");
    details(NOTES);
    await expect.poll(() => subtitle("user_data")).toMatch(/^\d+ B|kB$/);
    expect(device.control("clear_data").enabled).toBe(true);
    device.tap("Clear data", "Cancel");
    expect(device.ui.activities.running().map((each) => each.packageName)).toContain(NOTES);
    device.tap("Clear data", "Delete");
    await device.shows("Data of Notes cleared");
    await expect.poll(() => subtitle("user_data")).toBe("None");
    expect(device.control("clear_data").enabled).toBe(false);
  });

  test("reports why data cannot be cleared, and allows another attempt", async () => {
    device.ui.activities.start(NOTES);
    device.tap("New note");
    device.type("moss");
    details(NOTES);
    await expect.poll(() => device.control("clear_data").enabled).toBe(true);
    const clear = vi.spyOn(installedApps, "clearData").mockRejectedValueOnce(new Error("the disk is busy"));
    device.tap("Clear data", "Delete");
    await device.shows("Couldn’t clear data of Notes: the disk is busy");
    clear.mockRestore();
    device.tap("Clear data", "Delete");
    await device.shows("Data of Notes cleared");
  });

  test("stops Settings itself and returns to the home screen", async () => {
    details(APP);
    await expect.poll(() => device.texts().length).toBeGreaterThan(3);
    expect(device.control("app_name").text).toBe("Settings");
    device.tap("Force stop", "Force stop");
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.launcher");
  });

  test("opens from the list of apps with their states", () => {
    device.ui.activities.start(NOTES);
    openPage("MANAGE_APPLICATIONS_SETTINGS");
    expect(device.has(`${APPS.length} apps`)).toBe(true);
    expect(subtitle(`app_${NOTES}`)).toBe("Running");
    device.tapControl(`app_${NOTES}`);
    expect(device.control("app_name").text).toBe("Notes");
    device.press(KEY_CODES.back);
    expect(device.control("title").text).toBe("Apps");
  });

  test("is listed under the app's translated name", () => {
    device.ui.settings.put("system", "system_locales", "zh-CN");
    openPage("MANAGE_APPLICATIONS_SETTINGS");
    expect(device.has(`${APPS.length} 个应用`)).toBe(true);
    reach(`app_${NOTES}`);
    expect(device.has("记事本")).toBe(true);
  });
});
