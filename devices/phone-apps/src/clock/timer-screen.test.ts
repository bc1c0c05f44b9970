import { describe, expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { calculator, clock, hourMs, minuteMs, provideClock, startMs } from "../testing/provide-clock.ts";

let device: DeviceDriver;
const { open, pass, controls, notified, intent } = provideClock((started) => (device = started));

describe("the timer's keys", () => {
  const typed = (): string => device.control("timer_typed").contentDesc;

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

  test("take the last digit back, and start nothing while there is nothing", () => {
    open("Timer");
    expect(device.control("start_timer").enabled).toBe(false);
    device.tap("1", "00", "Delete digit");
    expect([typed(), device.control("start_timer").enabled]).toEqual(["00:00:10", true]);
    device.tap("Delete digit", "Delete digit", "Delete digit");
    expect([typed(), device.control("start_timer").enabled]).toEqual(["00:00:00", false]);
  });

  test("are there when the screen is turned, with what was typed", () => {
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

  test("of the longest time counts down from it", () => {
    open("Timer");
    device.tap("9", "9", "9", "9", "9", "9", "Start");
    expect(left()).toBe("100:40:39");
    pass(1500);
    expect(left()).toBe("100:40:38");
  });

  test("gets minutes more while it runs and while it stands", () => {
    open("Timer");
    device.tap("3", "0", "Start", "1 min");
    expect(left()).toBe("01:30");
    device.tap("Pause", "1 min");
    pass(hourMs);
    expect(left()).toBe("02:30");
    device.tap("Resume");
    pass(150_000);
    expect(device.has("Time is up")).toBe(true);
  });

  test("goes on without its window, and rings over another app with a word to stop it", () => {
    open("Timer");
    device.tap("1", "0", "Start");
    device.kill(clock);
    device.ui.activities.start(calculator);
    pass(10_000);
    expect(notified()).toEqual(["Time is up, Timer"]);
    expect(device.ui.activities.foreground().packageName).toBe(calculator);
    device.ui.notifications.list()[0]?.actions?.[0]?.onPress();
    expect(notified()).toEqual([]);
    open("Timer");
    expect(device.control("start_timer").enabled).toBe(false);
  });

  test("that is over while the device is off rings when it is on again", async () => {
    await using first = await DeviceDriver.start({ ...smallScreen, nowMs: startMs });
    first.ui.activities.startIntent({
      action: "android.intent.action.SET_TIMER",
      extras: { "android.intent.extra.alarm.LENGTH": "60" },
    });
    first.turnOff();
    await using again = await DeviceDriver.start({ ...smallScreen, dataDir: first.dataDir, nowMs: startMs + hourMs });
    expect(again.has("Time is up")).toBe(true);
  });

  test("stops at once where its data is cleared", async () => {
    open("Timer");
    device.tap("5", "Start");
    await device.ui.clearData(clock);
    pass(minuteMs);
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
