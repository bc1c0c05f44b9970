import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, reach, subtitle, value } = provideSettings((started) => (device = started));

const SCALES = ["window_animation_scale", "transition_animation_scale", "animator_duration_scale"];

function toggle(id: string): void {
  reach(id);
  device.tapControl(id);
}

describe("accessibility", () => {
  test("changes the display size, and back", () => {
    openPage("ACCESSIBILITY_SETTINGS");
    toggle("display_size");
    device.tap("Large");
    expect([device.ui.display.densityDpi, subtitle("display_size")]).toEqual([176, "Large"]);
    device.ui.settings.put("secure", "display_density_forced", "170");
    expect(subtitle("display_size")).toBe("Custom (170 dpi)");
    device.tapControl("display_size");
    device.tap("Default");
    expect([device.ui.display.densityDpi, value("secure", "display_density_forced")]).toEqual([160, undefined]);
  });

  test("inverts the screen, and again", () => {
    openPage("ACCESSIBILITY_SETTINGS");
    const key = "accessibility_display_inversion_enabled";
    reach(key);
    const before = Number.parseInt(device.pixel(2, 300), 16);
    device.tapControl(key);
    expect([value("secure", key), Number.parseInt(device.pixel(2, 300), 16)]).toEqual(["1", 0xffffff - before]);
    device.ui.settings.put("secure", key, "0");
    expect([Number.parseInt(device.pixel(2, 300), 16), device.control(key).checked]).toEqual([before, false]);
  });

  test("removes all animations, and follows their scales", () => {
    openPage("ACCESSIBILITY_SETTINGS");
    toggle("remove_animations");
    expect(SCALES.map((key) => value("global", key))).toEqual(["0", "0", "0"]);
    device.ui.settings.put("global", "window_animation_scale", "0.5");
    expect(device.control("remove_animations").checked).toBe(false);
    device.ui.settings.put("global", "window_animation_scale", "0.0");
    expect(device.control("remove_animations").checked).toBe(true);
    device.tapControl("remove_animations");
    expect(SCALES.map((key) => value("global", key))).toEqual(["1", "1", "1"]);
  });

  test("switches the dark theme and high contrast", () => {
    openPage("ACCESSIBILITY_SETTINGS");
    toggle("dark_theme");
    expect(value("secure", "ui_night_mode")).toBe("1");
    device.ui.settings.put("secure", "ui_night_mode", "2");
    expect(reach("dark_theme").checked).toBe(true);
    toggle("high_text_contrast_enabled");
    expect(value("secure", "high_text_contrast_enabled")).toBe("1");
  });

  test("chooses the delay of a long press", () => {
    openPage("ACCESSIBILITY_SETTINGS");
    toggle("long_press_timeout");
    device.tap("Long");
    expect([value("secure", "long_press_timeout"), subtitle("long_press_timeout")]).toEqual(["1500", "Long"]);
    device.ui.settings.put("secure", "long_press_timeout", "700");
    expect(subtitle("long_press_timeout")).toBe("0.7 s");
  });
});

describe("developer options", () => {
  test.each(SCALES)("choose the %s", (key) => {
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    expect(subtitle(key)).toBe("Animation scale 1x");
    toggle(key);
    device.tap("Animation scale 5x");
    expect([value("global", key), subtitle(key)]).toEqual(["5", "Animation scale 5x"]);
    device.ui.settings.put("global", key, "0.0");
    expect(subtitle(key)).toBe("Animation off");
    device.ui.settings.put("global", key, "0.75");
    expect(subtitle(key)).toBe("Animation scale 0.75x");
  });

  test("keep the screen on at any power source", () => {
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    toggle("stay_awake");
    expect(value("global", "stay_on_while_plugged_in")).toBe("15");
    device.ui.settings.put("global", "stay_on_while_plugged_in", "0");
    expect(device.control("stay_awake").checked).toBe(false);
  });

  test("allow programs to set the position", () => {
    openPage("APPLICATION_DEVELOPMENT_SETTINGS");
    toggle("mock_location");
    expect(value("secure", "mock_location")).toBe("1");
  });
});
