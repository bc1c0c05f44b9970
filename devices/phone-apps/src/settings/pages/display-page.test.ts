import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, subtitle, value } = provideSettings((started) => (device = started));

describe("the display", () => {
  test.each([
    ["128", "50 %"],
    ["0", "0 %"],
    ["255", "100 %"],
    ["99999", "100 %"],
    ["-20", "0 %"],
    ["abc", "100 %"],
    ["", "100 %"],
  ])("with brightness %j shows %s", (put, told) => {
    device.ui.settings.put("system", "screen_brightness", put);
    openPage("DISPLAY_SETTINGS");
    expect(subtitle("brightness")).toBe(told);
  });

  test.each([
    ["abc", "100 %"],
    ["7", "200 %"],
    ["-3", "70 %"],
    ["1.15", "115 %"],
    ["", "100 %"],
  ])("with font size %j shows %s", (put, told) => {
    device.ui.settings.put("system", "font_scale", put);
    openPage("DISPLAY_SETTINGS");
    expect(reach("font_scale").description).toBe(`Font size, ${told}`);
    expect(device.texts().some((text) => /NaN|undefined|Infinity/.test(text))).toBe(false);
  });

  test.each([
    ["system", "screen_off_timeout", "60000", "timeout", "1 minute"],
    ["system", "screen_off_timeout", "45000", "timeout", "45 s"],
    ["system", "screen_off_timeout", "never", "timeout", "Never"],
    ["system", "user_rotation", "1", "orientation", "Landscape"],
    ["system", "user_rotation", "7", "orientation", "Portrait"],
    ["secure", "navigation_mode", "0", "navigation", "3-button navigation"],
    ["secure", "navigation_mode", "9", "navigation", "Gesture navigation"],
  ] as const)("with %s %s %s shows in the row %s %j", (namespace, key, put, id, told) => {
    device.ui.settings.put(namespace, key, put);
    openPage("DISPLAY_SETTINGS");
    expect(subtitle(id)).toBe(told);
  });

  test.each([
    ["timeout", "10 minutes", "system", "screen_off_timeout", "600000"],
    ["navigation", "3-button navigation", "secure", "navigation_mode", "0"],
    ["orientation", "Landscape", "system", "user_rotation", "1"],
  ] as const)(
    "asks about %s, changes nothing on Cancel and BACK, and accepts %s",
    (id, choice, namespace, key, put) => {
      openPage("DISPLAY_SETTINGS");
      const before = value(namespace, key);
      reach(id);
      device.tapControl(id);
      device.tap("Cancel");
      device.tapControl(id);
      device.press(KEY_CODES.back);
      expect(value(namespace, key)).toBe(before);
      device.tapControl(id);
      const chosen = device.controls().filter((node) => node.checked && node.id.includes(":id/choice_"));
      expect(chosen.length).toBe(1);
      device.tap(choice);
      expect(value(namespace, key)).toBe(put);
      expect(device.hasControl("dialog")).toBe(false);
    },
  );

  test("hides the orientation while auto-rotation is on", () => {
    openPage("DISPLAY_SETTINGS");
    reach("accelerometer_rotation");
    device.tapControl("accelerometer_rotation");
    expect([value("system", "accelerometer_rotation"), device.hasControl("orientation")]).toEqual(["1", false]);
    device.tapControl("accelerometer_rotation");
    expect([value("system", "accelerometer_rotation"), reach("orientation").clickable]).toEqual(["0", true]);
  });

  test("follows changes from the shell", () => {
    openPage("DISPLAY_SETTINGS");
    expect(device.control("theme_dark").checked).toBe(true);
    device.ui.settings.put("secure", "ui_night_mode", "1");
    expect([device.control("theme_dark").checked, device.control("theme_light").checked]).toEqual([false, true]);
    device.ui.settings.put("system", "screen_brightness", "51");
    expect(subtitle("brightness")).toBe("20 %");
  });

  test("is dimmed by the slider, but never to zero", () => {
    openPage("DISPLAY_SETTINGS");
    const { left, right, top, bottom } = reach("brightness_slider").bounds;
    const y = (top + bottom) / 2;
    device.drag((left + right) / 2, y, left - 200, y);
    expect(value("system", "screen_brightness")).toBe("1");
    device.drag((left + right) / 2, y, right + 200, y);
    expect(value("system", "screen_brightness")).toBe("255");
  });
});
