import { describe, expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { CALCULATOR, CLOCK, HOUR_MS, MINUTE_MS, provideClock, startMs } from "./testing/provide-clock.ts";

let device: DeviceDriver;
const { open, pass, controls, notified, intent } = provideClock((started) => (device = started));

describe("the timer's keys", () => {
  const typed = (): string => device.control("timer_typed").description;

  test.each([
    ["5", "00:00:05"],
    ["90", "00:00:90"],
    ["000", "00:00:00"],
    ["1234567", "12:34:56"],
    ["999999", "99:99:99"],
  ])("%s mean %s", (digits, shown) => {
    open("Timer");
    device.tap(...Array.from(digits));
    expect(typed()).toBe(shown);
  });

  test("delete the last digit, and start nothing at zero", () => {
    open("Timer");
    expect(device.control("start_timer").enabled).toBe(false);
    device.tap("1", "00", "Delete digit");
    expect([typed(), device.control("start_timer").enabled]).toEqual(["00:00:10", true]);
    device.tap("Delete digit", "Delete digit", "Delete digit");
    expect([typed(), device.control("start_timer").enabled]).toEqual(["00:00:00", false]);
  });

  test("keep the typed digits when the screen rotates", () => {
    open("Timer");
    device.tap("1", "5");
    device.turn(true);
    expect(typed()).toBe("00:00:15");
    device.tap("0");
    device.turn(false);
    expect(typed()).toBe("00:01:50");
    for (const node of controls("timer_")) expect(node.bounds.bottom).toBeLessThanOrEqual(640);
  });
});

describe("the timer", () => {
  const left = (): string => device.control("timer_left").text;

  test("counts down from the longest duration", () => {
    open("Timer");
    device.tap("9", "9", "9", "9", "9", "9", "Start");
    expect(left()).toBe("100:40:39");
    pass(1500);
    expect(left()).toBe("100:40:38");
  });

  test("adds minutes while it runs and while paused", () => {
    open("Timer");
    device.tap("3", "0", "Start", "1 min");
    expect(left()).toBe("01:30");
    device.tap("Pause", "1 min");
    pass(HOUR_MS);
    expect(left()).toBe("02:30");
    device.tap("Resume");
    pass(150_000);
    expect(device.has("Time is up")).toBe(true);
  });

  test("rings over another app after its window closed", () => {
    open("Timer");
    device.tap("1", "0", "Start");
    device.kill(CLOCK);
    device.ui.activities.start(CALCULATOR);
    pass(10_000);
    expect(notified()).toEqual(["Time is up, Timer"]);
    expect(device.ui.activities.foreground().packageName).toBe(CALCULATOR);
    device.ui.notifications.list()[0]?.actions?.[0]?.onPress();
    expect(notified()).toEqual([]);
    open("Timer");
    expect(device.control("start_timer").enabled).toBe(false);
  });

  test("rings at the next start if it ended while the device was off", async () => {
    await using first = await DeviceDriver.start({ ...smallScreen, nowMs: startMs });
    first.ui.activities.startIntent({
      action: "android.intent.action.SET_TIMER",
      extras: { "android.intent.extra.alarm.LENGTH": "60" },
    });
    first.turnOff();
    await using again = await DeviceDriver.start({ ...smallScreen, dataDir: first.dataDir, nowMs: startMs + HOUR_MS });
    expect(again.has("Time is up")).toBe(true);
  });

  test("stops when its data is cleared", async () => {
    open("Timer");
    device.tap("5", "Start");
    await device.ui.clearData(CLOCK);
    pass(MINUTE_MS);
    expect(notified()).toEqual([]);
  });

  test.each([
    ["90", "01:30"],
    ["86400", "24:00:00"],
    ["1", "00:01"],
    ["86401", undefined],
    ["0", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["", undefined],
    ["5 min", undefined],
  ])("is set by an intent of %s seconds to %s", (seconds, shown) => {
    intent("SET_TIMER", { LENGTH: seconds });
    expect(device.hasControl("timer_left") ? left() : undefined).toBe(shown);
    expect(device.hasControl("start_timer")).toBe(shown === undefined);
  });
});
