import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { CALCULATOR, CLOCK, HOUR_MS, MINUTE_MS, provideClock, startClockWith } from "./testing/provide-clock.ts";

let device: DeviceDriver;
const { open, pass, controls, alarms, notified, intent } = provideClock((started) => (device = started));

describe("alarms", () => {
  test("are sorted by time, show when they ring, and can be switched", () => {
    open("Alarms");
    intent("SET_ALARM", { HOUR: "22", MINUTES: "30" });
    intent("SET_ALARM", { HOUR: "6", MINUTES: "5", MESSAGE: "Early" });
    expect(alarms()).toEqual(["06:05, Early · Once", "22:30, Once"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["Rings in 23 h 6 min", "Rings in 15 h 31 min"]));
    device.tapControl("switch_22_30");
    expect([device.control("switch_22_30").checked, device.has("Rings in 15 h 31 min")]).toEqual([false, false]);
    pass(15 * HOUR_MS + 31 * MINUTE_MS);
    expect(notified()).toEqual([]);
    device.tapControl("switch_22_30");
    expect(device.control("switch_22_30").checked).toBe(true);
    expect(device.has("Rings in 1 d")).toBe(true);
  });

  test("switch off after one ring, or repeat on their next day", () => {
    open("Alarms");
    device.tap("New alarm", "Save", "New alarm", "Minute up", "Mon", "Sat", "Save");
    pass(MINUTE_MS);
    device.tap("Dismiss");
    expect(device.control("switch_7_0").checked).toBe(false);
    pass(MINUTE_MS);
    device.tap("Dismiss");
    expect([device.control("switch_7_1").checked, device.has("Rings in 2 d")]).toEqual([true, true]);
  });

  test("ring again ten minutes after a snooze, also after a kill", () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    pass(MINUTE_MS);
    device.tap("Snooze 10 min");
    device.kill(CLOCK);
    pass(9 * MINUTE_MS);
    expect(notified()).toEqual([]);
    pass(MINUTE_MS);
    expect(notified()).toEqual(["Alarm, 07:00"]);
    device.tap("Dismiss");
    expect(notified()).toEqual([]);
  });

  test("over another app are answered in a translated notification", () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    device.ui.activities.start(CALCULATOR);
    pass(MINUTE_MS);
    const [notification] = device.ui.notifications.list();
    expect([notification?.title, notification?.actions?.map(({ label }) => label)]).toEqual([
      "闹钟",
      ["再睡 10 分钟", "关闭闹钟"],
    ]);
    notification?.actions?.[0]?.onPress();
    expect(notified()).toEqual([]);
    pass(10 * MINUTE_MS);
    expect(notified().length).toBe(1);
  });

  test("due in the same minute ring once together", () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    intent("SET_ALARM", { HOUR: "7", MESSAGE: "the same" });
    pass(MINUTE_MS);
    expect(notified().length).toBe(1);
    device.tap("Dismiss");
    expect([notified(), controls("switch_").map((node) => node.checked)]).toEqual([[], [false, false]]);
  });

  test("stop ringing when their data is cleared", async () => {
    open("Alarms");
    device.tap("New alarm", "Save");
    device.ui.activities.start(CALCULATOR);
    pass(MINUTE_MS);
    await device.ui.clearData(CLOCK);
    expect(notified()).toEqual([]);
    open("Alarms");
    expect(device.has("No alarms")).toBe(true);
  });

  test("fit the screen while ringing, in both orientations and themes", () => {
    open("Alarms");
    device.tap("New alarm");
    device.fill("label", "Mist the moss, the ferns and everything else that is green ok");
    device.press(KEY_CODES.back);
    device.tap("Save");
    pass(MINUTE_MS);
    for (const [sideways, theme] of [
      [false, "1"],
      [true, "2"],
    ] as const) {
      device.turn(sideways);
      device.ui.settings.put("secure", "ui_night_mode", theme);
      for (const id of ["snooze", "dismiss", "ringing_label"]) {
        const { bounds } = device.control(id);
        expect(bounds.bottom).toBeLessThanOrEqual(device.ui.display.heightPx);
        expect(bounds.right).toBeLessThanOrEqual(device.ui.display.widthPx);
      }
    }
  });

  test("are limited in number", async () => {
    const alarm = { hour: 5, days: [], label: "", dueMs: null };
    const all = Array.from({ length: 200 }, (_, index) => ({ ...alarm, id: `${index}`, minute: index % 60 }));
    await using full = await startClockWith({ alarms: all });
    full.ui.activities.startIntent({
      action: "android.intent.action.SET_ALARM",
      extras: { "android.intent.extra.alarm.HOUR": "8" },
    });
    await expect.poll(() => full.has("Alarm limit reached")).toBe(true);
    full.tap("New alarm", "Save");
    expect([full.has("07:00, Once"), full.has("08:00, Once")]).toEqual([false, false]);
    // An existing alarm can still be changed.
    full.tap("05:00, Once", "Hour up", "Save");
    full.kill(CLOCK);
    full.ui.activities.start(CLOCK);
    for (let page = 0; page < 60 && !full.has("06:00, Once"); page++) full.press(KEY_CODES.pageDown);
    expect(full.has("06:00, Once")).toBe(true);
  });
});

describe("an intent to set an alarm", () => {
  test.each([
    [{ HOUR: "8", MINUTES: "5" }, ["08:05, Once"]],
    [{ HOUR: "0" }, ["00:00, Once"]],
    [{ HOUR: "23", MINUTES: "59", MESSAGE: "🌿" }, ["23:59, 🌿 · Once"]],
    [{ HOUR: "9", DAYS: "[1,2]", SKIP_UI: "true", VIBRATE: "x" }, ["09:00, Once"]],
    [{ MINUTES: "5" }, []],
    [{ HOUR: "24" }, []],
    [{ HOUR: "-1" }, []],
    [{ HOUR: "7.5" }, []],
    [{ HOUR: "" }, []],
    [{ HOUR: "0x7" }, []],
    [{ HOUR: "seven" }, []],
    [{ HOUR: "8", MINUTES: "60" }, []],
    [{ HOUR: "8", MINUTES: " " }, []],
    [{ HOUR: "8", MINUTES: "1e1" }, []],
    [{}, []],
  ])("with %j creates %j", (extras, expected) => {
    intent("SET_ALARM", extras);
    expect(device.ui.activities.foreground().packageName).toBe(CLOCK);
    expect(alarms()).toEqual(expected);
  });

  test("truncates an overlong label", () => {
    intent("SET_ALARM", { HOUR: "8", MESSAGE: "moss ".repeat(10_000) });
    expect(alarms()[0]?.length).toBeLessThan(90);
    expect(Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right))).toBeLessThanOrEqual(360);
  });

  test("opens the alarms or timer page without setting anything", () => {
    intent("SHOW_TIMERS");
    expect(device.has("Start")).toBe(true);
    intent("SHOW_ALARMS");
    expect(device.has("No alarms")).toBe(true);
  });
});
