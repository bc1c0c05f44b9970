import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import { textsIn } from "@terrarium/phone-ui/testing/screen-driver";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { PAGE_GROUPS } from "./routes.ts";
import { APP, provideSettings } from "./testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, subtitle } = provideSettings((started) => (device = started));

const PAGES: readonly string[] = PAGE_GROUPS.flat();
const PAGE_ACTIONS = (
  "WIRELESS WIFI BLUETOOTH APPLICATION NOTIFICATION BATTERY_SAVER INTERNAL_STORAGE SOUND " +
  "DISPLAY ACCESSIBILITY SECURITY LOCATION_SOURCE LOCALE DEVICE_INFO APPLICATION_DEVELOPMENT"
).split(" ");

describe("the home page", () => {
  const rows = (): string[] =>
    device
      .controls()
      .filter((node) => node.clickable && PAGES.some((page) => node.id.endsWith(`:id/${page}`)))
      .map((node) => node.id.split("/")[1] ?? "");

  test("lists developer options only when they are enabled", () => {
    device.ui.settings.put("global", "display_size_forced", "360,1600");
    device.ui.activities.start(APP);
    expect(rows()).toEqual(PAGES);
    device.ui.settings.put("global", "development_settings_enabled", "0");
    expect(rows()).toEqual(PAGES.filter((page) => page !== "developer"));
    expect(subtitle("about")).toBe("Terrarium");
    device.ui.settings.put("global", "device_name", "n".repeat(5000));
    for (const { bounds } of device.ui.nodes()) expect(bounds.right).toBeLessThanOrEqual(360);
  });

  test.each([
    ["dark", ["Dark theme"]],
    ["FONT", ["Font size"]],
    ["wi-", ["Wi-Fi"]],
    ["touches", ["Show touches"]],
    ["name", ["Bluetooth name", "Device name"]],
    ["volume", ["Media volume", "Ring volume", "Alarm volume"]],
    ["  orient  ", ["Orientation"]],
    ["(", []],
  ])("finds by %j %j", (query, expected) => {
    device.ui.activities.start(APP);
    device.fill("search", query);
    const found = device
      .controls()
      .filter((node) => node.id.includes(":id/found_"))
      .map((node) => node.description);
    expect(found).toEqual(expected);
    expect(device.texts().some((text) => text.startsWith("No settings match"))).toBe(expected.length === 0);
  });

  test("keeps its search when the user returns", () => {
    device.ui.activities.start(APP);
    device.fill("search", "theme");
    device.press(KEY_CODES.back);
    device.tap("Dark theme");
    expect(device.control("title").text).toBe("Display");
    device.press(KEY_CODES.back);
    expect(device.control("search").text).toBe("theme");
  });

  test("closes on BACK, and every page returns to it", () => {
    device.ui.activities.start(APP);
    for (const page of PAGES) {
      reach(page);
      device.tapControl(page);
      expect(device.hasControl("back")).toBe(true);
      device.tap("Back");
    }
    device.press(KEY_CODES.back);
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.launcher");
  });
});

describe("an intent", () => {
  test.each([
    ["SETTINGS", "Settings"],
    ["WIRELESS_SETTINGS", "Network & internet"],
    ["WIFI_SETTINGS", "Wi-Fi"],
    ["BLUETOOTH_SETTINGS", "Connected devices"],
    ["NOTIFICATION_SETTINGS", "Notifications"],
    ["ALL_APPS_NOTIFICATION_SETTINGS", "Notifications"],
    ["ZEN_MODE_SETTINGS", "Notifications"],
    ["APP_NOTIFICATION_SETTINGS", "Notifications"],
    ["NOTIFICATION_HISTORY", "Notification history"],
    ["SOUND_SETTINGS", "Sound & vibration"],
    ["BATTERY_SAVER_SETTINGS", "Battery"],
    ["ACCESSIBILITY_SETTINGS", "Accessibility"],
    ["SECURITY_SETTINGS", "Security & privacy"],
    ["LOCATION_SOURCE_SETTINGS", "Location"],
    ["MANAGE_APPLICATIONS_SETTINGS", "Apps"],
    ["APPLICATION_DETAILS_SETTINGS", "Apps"],
    ["INTERNAL_STORAGE_SETTINGS", "Storage"],
    ["DISPLAY_SETTINGS", "Display"],
    ["LOCALE_SETTINGS", "Language"],
    ["DEVICE_INFO_SETTINGS", "About phone"],
    ["APPLICATION_DEVELOPMENT_SETTINGS", "Developer options"],
  ])("%s opens %s", (action, title) => {
    openPage(action);
    expect(device.control("title").text).toBe(title);
  });

  test.each([
    ["package:com.terrarium.notes", "Notes"],
    ["package:com.example.nothing", "com.example.nothing"],
    ["package:com.terrarium.launcher", "com.terrarium.launcher"],
  ])("for %s shows the app %s", (dataUri, name) => {
    openPage("APPLICATION_DETAILS_SETTINGS", dataUri);
    expect([device.control("app_name").text, device.control("title").text]).toEqual([name, "App info"]);
  });

  test.each(["package:", "package:../../etc", "package:com.terrarium.notes/../x", "package:a b"])(
    "with %j opens no app's page",
    (dataUri) => {
      openPage("APPLICATION_DETAILS_SETTINGS", dataUri);
      expect(device.hasControl("app_name")).toBe(false);
      expect(device.ui.activities.foreground().packageName).toBe(APP);
    },
  );

  test("replaces the open page, and BACK returns to the home page", () => {
    openPage("DISPLAY_SETTINGS");
    openPage("LOCALE_SETTINGS");
    device.press(KEY_CODES.back);
    expect(device.control("title").text).toBe("Settings");
  });
});

describe("the language", () => {
  test.each([
    ["zh-CN,en-US", "zh-CN"],
    ["en-GB", "en-US"],
    // ISO 639-2 reserves "qaa" for local use: no language of the phone has it.
    ["qaa-QM", "en-US"],
    ["", "en-US"],
  ])("with locales %j is shown as %s", (locales, chosen) => {
    device.ui.settings.put("system", "system_locales", locales);
    openPage("LOCALE_SETTINGS");
    expect(device.control(`language_${chosen}`).checked).toBe(true);
  });
});

test("every page fits all screen sizes, and names its controls", () => {
  device.ui.settings.put("global", "development_settings_enabled", "1");
  const looks: [SettingNamespace, string, string][][] = [
    [["global", "display_size_forced", "320,480"]],
    [["system", "user_rotation", "1"]],
    [
      ["system", "font_scale", "1.5"],
      ["secure", "ui_night_mode", "1"],
    ],
    [["global", "display_size_forced", "1280,800"]],
  ];
  for (const look of looks) {
    for (const each of look) device.ui.settings.put(...each);
    for (const page of PAGE_ACTIONS) {
      openPage(`${page}_SETTINGS`);
      const { widthPx } = device.ui.display;
      for (const node of device.controls().filter((each) => each.clickable && each.packageName === APP)) {
        expect([
          page,
          node.bounds.right <= widthPx,
          node.id !== "",
          node.description !== "" || textsIn(node).length > 0,
        ]).toEqual([page, true, true, true]);
      }
    }
    for (const [namespace, key] of look) device.ui.settings.delete(namespace, key);
  }
});
