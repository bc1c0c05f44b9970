import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { provideClock } from "./testing/provide-clock.ts";

let device: DeviceDriver;
const { open, alarms } = provideClock((started) => (device = started));

describe("the alarm form", () => {
  test("starts at 07:00 and wraps hours and minutes", () => {
    open("Alarms");
    device.tap("New alarm");
    const time = (): string => `${device.control("hour").text}:${device.control("minute").text}`;
    expect(time()).toBe("07:00");
    device.tap("Minute down");
    expect(time()).toBe("07:59");
    device.tap("Minute up", "Hour up");
    expect(time()).toBe("08:00");
    for (let step = 0; step < 9; step++) device.tap("Hour down");
    expect(time()).toBe("23:00");
    device.tap("Hour up");
    expect(time()).toBe("00:00");
  });

  test.each([
    ["hour", "24", false],
    ["hour", "23", true],
    ["minute", "60", false],
    ["minute", "59", true],
    ["hour", "x", true],
  ])("with %s %s allows saving: %s", (id, typed, valid) => {
    open("Alarms");
    device.tap("New alarm");
    device.tapControl(id);
    device.type(typed);
    device.press(KEY_CODES.back);
    expect(device.control("save").enabled).toBe(valid);
    device.tap("Save");
    expect(alarms().length).toBe(valid ? 1 : 0);
  });

  test("disables Save for an empty hour until a step sets it", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("hour", "");
    device.press(KEY_CODES.back);
    expect(device.control("save").enabled).toBe(false);
    device.tap("Hour up");
    expect([device.control("hour").text, device.control("save").enabled]).toEqual(["01", true]);
  });

  test.each([
    [[], "Once"],
    [["Mon", "Tue", "Wed", "Thu", "Fri"], "Mon to Fri"],
    [["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], "Every day"],
    [["Sat", "Sun"], "Sun, Sat"],
    [["Wed", "Mon", "Wed"], "Mon"],
  ])("with the days %j rings %s", (days, words) => {
    open("Alarms");
    device.tap("New alarm", ...days, "Save");
    expect(alarms()).toEqual([`07:00, ${words}`]);
  });

  test("trims the label and limits it to sixty characters", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("label", `  ${"苔".repeat(80)}`);
    device.press(KEY_CODES.back);
    device.tap("Save");
    expect(alarms()).toEqual([`07:00, ${"苔".repeat(58)} · Once`]);
  });

  test("closes without an alarm on BACK, Cancel and outside touches", () => {
    open("Alarms");
    device.tap("New alarm", "Cancel");
    device.tap("New alarm");
    device.press(KEY_CODES.back);
    device.tap("New alarm");
    device.tapAt(5, 300);
    expect([device.has("No alarms"), device.has("New alarm")]).toEqual([true, true]);
  });

  test("keeps its input when the screen rotates", () => {
    open("Alarms");
    device.tap("New alarm", "Hour up", "Fri");
    device.fill("label", "Mist");
    device.press(KEY_CODES.back);
    device.turn(true);
    expect([device.control("hour").text, device.control("day_5").checked]).toEqual(["08", true]);
    device.turn(false);
    expect(device.control("label").text).toBe("Mist");
    device.tap("Save");
    expect(alarms()).toEqual(["08:00, Mist · Fri"]);
  });

  test("changes an existing alarm only on Save", () => {
    open("Alarms");
    device.tap("New alarm", "Save", "07:00, Once", "Hour up", "Cancel");
    expect(alarms()).toEqual(["07:00, Once"]);
    device.tap("07:00, Once", "Hour up", "Save");
    expect(alarms()).toEqual(["08:00, Once"]);
  });
});
