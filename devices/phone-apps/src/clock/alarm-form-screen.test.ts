import { keyCodes } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { provideClock } from "../testing/provide-clock.ts";

let device: DeviceDriver;
const { open, alarms } = provideClock((started) => (device = started));

describe("the form of an alarm", () => {
  test("begins at seven, and each step leads around the day and the hour", () => {
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
  ])("with %s %s can be saved: %s", (id, typed, valid) => {
    open("Alarms");
    device.tap("New alarm");
    device.tapControl(id);
    device.type(typed);
    device.press(keyCodes.back);
    expect(device.control("save").enabled).toBe(valid);
    device.tap("Save");
    expect(alarms().length).toBe(valid ? 1 : 0);
  });

  test("emptied says so by a button that does nothing, and a step makes a time of it again", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("hour", "");
    device.press(keyCodes.back);
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

  test("takes a name of sixty characters, without the spaces around it", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("label", `  ${"苔".repeat(80)}`);
    device.press(keyCodes.back);
    device.tap("Save");
    expect(alarms()).toEqual([`07:00, ${"苔".repeat(58)} · Once`]);
  });

  test("is left by BACK, by Cancel and by a touch beside it without an alarm", () => {
    open("Alarms");
    device.tap("New alarm", "Cancel");
    device.tap("New alarm");
    device.press(keyCodes.back);
    device.tap("New alarm");
    device.tapAt(5, 300);
    expect([device.has("No alarms"), device.has("New alarm")]).toEqual([true, true]);
  });

  test("keeps what is chosen while the screen is turned", () => {
    open("Alarms");
    device.tap("New alarm", "Hour up", "Fri");
    device.fill("label", "Mist");
    device.press(keyCodes.back);
    device.turn(true);
    expect([device.control("hour").text, device.control("day_5").checked]).toEqual(["08", true]);
    device.turn(false);
    expect(device.control("label").text).toBe("Mist");
    device.tap("Save");
    expect(alarms()).toEqual(["08:00, Mist · Fri"]);
  });

  test("of an alarm that is there leaves it alone unless it is saved", () => {
    open("Alarms");
    device.tap("New alarm", "Save", "07:00, Once", "Hour up", "Cancel");
    expect(alarms()).toEqual(["07:00, Once"]);
    device.tap("07:00, Once", "Hour up", "Save");
    expect(alarms()).toEqual(["08:00, Once"]);
  });
});
