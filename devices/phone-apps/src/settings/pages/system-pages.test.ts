import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { FIX_KEY, formatFix } from "@terrarium/phone-system/mock-location";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { nowMs } from "../../testing/provide-device.ts";
import { NOTES, provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, subtitle, value } = provideSettings((started) => (device = started));

function toggle(id: string): void {
  reach(id);
  device.tapControl(id);
}

describe("Wi-Fi", () => {
  test("leaves, joins and forgets the network in range", () => {
    openPage("WIFI_SETTINGS");
    const signal = (): boolean => device.hasControl("wifi_signal");
    expect([subtitle("wifi_network"), signal()]).toEqual(["Connected", true]);
    device.tap("Terrarium", "Disconnect");
    expect([value("global", "wifi_network"), subtitle("wifi_network"), signal()]).toEqual(["saved", "Saved", false]);
    device.tap("Terrarium", "Connect");
    expect([subtitle("wifi_network"), signal()]).toEqual(["Connected", true]);
    device.tap("Terrarium", "Forget");
    expect([value("global", "wifi_network"), subtitle("wifi_network")]).toEqual(["forgotten", "Open network"]);
    device.tap("Terrarium");
    expect([subtitle("wifi_network"), device.hasControl("dialog")]).toEqual(["Connected", false]);
  });

  test("follows the switch, the shell and airplane mode", () => {
    openPage("WIFI_SETTINGS");
    toggle("wifi_on");
    expect([value("global", "wifi_on"), device.hasControl("wifi_network")]).toEqual(["0", false]);
    device.ui.settings.put("global", "wifi_on", "1");
    expect(device.control("wifi_on").checked).toBe(true);
    device.ui.settings.put("global", "airplane_mode_on", "1");
    expect([device.control("wifi_on").checked, device.hasControl("wifi_network")]).toEqual([false, false]);
    device.ui.settings.put("global", "airplane_mode_on", "0");
    expect(subtitle("wifi_network")).toBe("Connected");
  });
});

describe("connected devices", () => {
  test("switch Bluetooth and name the adapter", () => {
    openPage("BLUETOOTH_SETTINGS");
    expect([subtitle("bluetooth_name"), device.has("No devices")]).toEqual(["Terrarium", true]);
    toggle("bluetooth_on");
    expect([value("global", "bluetooth_on"), device.has("No devices")]).toEqual(["0", false]);
    device.tapControl("bluetooth_name");
    device.fill("name", "Moss");
    device.tap("Save");
    expect([value("secure", "bluetooth_name"), subtitle("bluetooth_name")]).toEqual(["Moss", "Moss"]);
    device.ui.settings.put("global", "bluetooth_on", "1");
    expect(device.has("No devices")).toBe(true);
  });
});

describe("notifications", () => {
  const post = (title: string): string =>
    device.ui.notifications.post({ packageName: NOTES, title, text: "about moss" });

  test("are blocked and allowed by app", () => {
    post("one");
    openPage("NOTIFICATION_SETTINGS");
    const id = `notifications_${NOTES}`;
    expect(subtitle(id)).toBe("1 notification");
    toggle(id);
    expect([device.ui.notifications.list(), subtitle(id)]).toEqual([[], "Blocked"]);
    post("two");
    expect(device.ui.notifications.list()).toEqual([]);
    device.ui.settings.put("secure", "blocked_notification_packages", "");
    expect(device.control(id).checked).toBe(true);
    post("three");
    expect(subtitle(id)).toBe("1 notification");
  });

  test("of one app are a switch on its page", () => {
    device.ui.activities.startIntent({
      action: "android.settings.APP_NOTIFICATION_SETTINGS",
      extras: { "android.provider.extra.APP_PACKAGE": NOTES },
    });
    expect(device.control("app_name").text).toBe("Notes");
    toggle(`notifications_${NOTES}`);
    expect(value("secure", "blocked_notification_packages")).toBe(NOTES);
  });

  test("stay in the history after they are dismissed", () => {
    openPage("NOTIFICATION_HISTORY");
    expect(device.has("Notification history is off")).toBe(true);
    toggle("notification_history_enabled");
    expect(device.has("No notifications yet")).toBe(true);
    device.ui.notifications.cancel(NOTES, post("gone soon"));
    expect([device.control("history_0").description, subtitle("history_0")]).toEqual([
      "gone soon",
      "Notes · about moss",
    ]);
    device.ui.settings.put("secure", "notification_history_enabled", "0");
    expect(device.hasControl("history_0")).toBe(false);
  });

  test("are hidden from the lock screen", () => {
    openPage("NOTIFICATION_SETTINGS");
    post("private");
    toggle("lock_screen_show_notifications");
    device.ui.power.sleep();
    device.ui.power.wake();
    expect([device.ui.power.locked, device.has("private")]).toEqual([true, false]);
    device.ui.settings.put("secure", "lock_screen_show_notifications", "1");
    expect(device.has("private")).toBe(true);
  });

  test("do not disturb while the mode is on", () => {
    openPage("NOTIFICATION_SETTINGS");
    toggle("zen_mode");
    expect([value("global", "zen_mode"), device.hasControl("zen")]).toEqual(["1", true]);
    device.ui.settings.put("global", "zen_mode", "0");
    expect([device.control("zen_mode").checked, device.hasControl("zen")]).toEqual([false, false]);
  });
});

describe("the sound", () => {
  test.each([
    ["volume_music", "15", "0", "0 %"],
    ["volume_ring", "7", "0", "0 %"],
    ["volume_alarm", "7", "1", "14 %"],
  ])("%s goes up to %s and down to %s", (setting, most, least, told) => {
    openPage("SOUND_SETTINGS");
    const { left, right, top, bottom } = reach(`${setting}_slider`).bounds;
    const y = (top + bottom) / 2;
    device.drag((left + right) / 2, y, right + 100, y);
    expect(value("system", setting)).toBe(most);
    device.drag((left + right) / 2, y, left - 100, y);
    expect([value("system", setting), subtitle(setting)]).toEqual([least, told]);
    device.ui.settings.put("system", setting, "loud");
    expect(subtitle(setting)).toBe(told);
  });

  test("vibrates and rings again as chosen", () => {
    openPage("SOUND_SETTINGS");
    toggle("mode_ringer");
    device.tap("Vibrate");
    expect([value("global", "mode_ringer"), subtitle("mode_ringer"), value("system", "volume_ring")]).toEqual([
      "1",
      "Vibrate",
      "0",
    ]);
    expect(device.control("ringer").description).toBe("Ringer set to vibrate");
    device.ui.settings.put("global", "mode_ringer", "2");
    expect([subtitle("mode_ringer"), subtitle("volume_ring"), device.hasControl("ringer")]).toEqual([
      "Ring",
      "71 %",
      false,
    ]);
  });
});

describe("the battery", () => {
  const put = (field: string, text: string): void => device.ui.settings.put("global", `battery_${field}`, text);

  test("is shown as the shell sets it", () => {
    openPage("BATTERY_SAVER_SETTINGS");
    expect([device.control("battery_level").text, device.control("battery_status").text]).toEqual(["100%", "Full"]);
    expect(subtitle("power_source")).toBe("Charger");
    for (const [field, text] of [
      ["level", "41"],
      ["status", "3"],
      ["ac", "0"],
      ["temp", "315"],
    ] as const)
      put(field, text);
    expect([device.control("battery_level").text, device.control("battery_status").text]).toEqual([
      "41%",
      "Discharging",
    ]);
    expect([subtitle("power_source"), subtitle("temperature")]).toEqual(["Battery", "31.5 °C"]);
    put("status", "99");
    put("level", "-7");
    expect([device.control("battery_level").text, device.control("battery_status").text]).toEqual(["0%", "Unknown"]);
  });

  test("saver darkens the screen until the device gets power", () => {
    device.ui.settings.put("secure", "ui_night_mode", "1");
    openPage("BATTERY_SAVER_SETTINGS");
    const light = device.pixel(2, 300);
    put("ac", "0");
    toggle("low_power");
    expect([value("global", "low_power"), device.pixel(2, 300) < light]).toEqual(["1", true]);
    openPage("DISPLAY_SETTINGS");
    expect([device.control("theme_light").enabled, device.hasControl("theme_note")]).toEqual([false, true]);
    put("ac", "1");
    expect([value("global", "low_power"), device.pixel(2, 300)]).toEqual(["0", light]);
  });

  test("saver turns on at the chosen level", () => {
    openPage("BATTERY_SAVER_SETTINGS");
    toggle("low_power_trigger_level");
    device.tap("At 20%");
    put("ac", "0");
    put("level", "20");
    expect([subtitle("low_power_trigger_level"), reach("low_power").checked]).toEqual(["At 20%", true]);
  });

  test("percentage appears in the status bar", () => {
    openPage("BATTERY_SAVER_SETTINGS");
    toggle("show_battery_percent");
    put("level", "73");
    expect(device.control("battery_percentage").text).toBe("73%");
    device.ui.settings.put("system", "show_battery_percent", "0");
    expect([device.hasControl("battery_percentage"), reach("show_battery_percent").checked]).toEqual([false, false]);
  });
});

describe("the location", () => {
  test("has a switch, and the latest position while it is on", () => {
    openPage("LOCATION_SOURCE_SETTINGS");
    expect([device.control("location_mode").checked, subtitle("recent_position")]).toEqual([false, "Location is off"]);
    toggle("location_mode");
    expect([value("secure", "location_mode"), subtitle("recent_position")]).toEqual(["3", "No position yet"]);
    const fix = { provider: "gps", latitude: 52.52, longitude: 13.405, accuracyM: 12, timeMs: nowMs } as const;
    device.ui.settings.put("secure", FIX_KEY, formatFix(fix));
    expect(device.control("recent_position").description).toBe("52.520000, 13.405000");
    expect(subtitle("recent_position")).toBe("Accurate to 12 m · 09:41");
    device.ui.settings.put("secure", FIX_KEY, "gps here");
    expect(subtitle("recent_position")).toBe("No position yet");
    device.ui.settings.put("secure", "location_mode", "0");
    expect(device.control("location_mode").checked).toBe(false);
  });
});

describe("security", () => {
  test("chooses between a lock screen and none", () => {
    openPage("SECURITY_SETTINGS");
    toggle("lockscreen.disabled");
    device.tap("None");
    expect([value("secure", "lockscreen.disabled"), subtitle("lockscreen.disabled")]).toEqual(["1", "None"]);
    device.press(KEY_CODES.power);
    device.press(KEY_CODES.power);
    expect(device.ui.power.locked).toBe(false);
    device.ui.settings.put("secure", "lockscreen.disabled", "0");
    expect(subtitle("lockscreen.disabled")).toBe("Swipe");
    device.press(KEY_CODES.power);
    device.press(KEY_CODES.power);
    expect(device.ui.power.locked).toBe(true);
  });
});
