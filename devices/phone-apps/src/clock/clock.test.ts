import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";
import { afterRinging, nextDue, pushDigits, timeUntil, type Alarm } from "./alarm.ts";
import { minutesAhead } from "./cities.ts";
import { formatSeconds, formatStopwatch } from "./stopwatch.ts";
import { durationOf, typeDigits } from "./timer.ts";

const CLOCK = "com.terrarium.clock";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Returns a time on a Saturday, as epoch ms. */
const at = (hour: number, minute: number, second = 0): number => new Date(2026, 10, 21, hour, minute, second).getTime();

// The tests set the time, and timers follow it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: at(6, 59, 59) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the time to `timeMs`. */
const goTo = (timeMs: number): void => void vi.advanceTimersByTime(timeMs - Date.now());

async function openClock(tab: string, dataDir?: string): Promise<DeviceDriver> {
  const device = await DeviceDriver.start(dataDir === undefined ? {} : { dataDir });
  device.ui.activities.start(CLOCK);
  device.tap(tab);
  return device;
}

function idText(device: DeviceDriver, id: string): string {
  const all = (node: HierarchyNode): HierarchyNode[] => [node, ...node.children.flatMap(all)];
  const nodes = device.ui.hierarchy().windows.flatMap(all);
  return nodes.find((node) => node.id === `${CLOCK}:id/${id}`)?.text ?? "";
}

test("an alarm rings when due and can be snoozed", async () => {
  await using device = await openClock("Alarms");
  expect(device.has("No alarms")).toBe(true);
  device.tap("New alarm", "Label");
  device.ui.input.text("Mist the moss");
  device.tap("Save");
  expect(device.has("07:00, Mist the moss · Once")).toBe(true);
  goTo(at(7, 0));
  expect(device.has("Dismiss")).toBe(true);
  expect(device.has("Mist the moss")).toBe(true);
  expect(device.ui.notifications.list()[0]).toMatchObject({
    packageName: CLOCK,
    title: "Mist the moss",
    ongoing: true,
  });
  device.tap("Snooze 10 min");
  expect(device.has("Snoozed until 07:10")).toBe(true);
  expect(device.ui.notifications.list()).toEqual([]);
});

test("an alarm lights the dark screen with the clock in front", async () => {
  await using device = await openClock("Alarms");
  device.tap("New alarm", "Save");
  device.ui.power.sleep();
  goTo(at(7, 0));
  expect(device.ui.power.awake).toBe(true);
  device.tap("Dismiss");
  expect(device.ui.notifications.list()).toEqual([]);
});

test("a new timer replaces the ringing one", async () => {
  await using device = await openClock("Timer");
  const set = (seconds: string): void => {
    const extras = { "android.intent.extra.alarm.LENGTH": seconds };
    device.ui.activities.startIntent({ action: "android.intent.action.SET_TIMER", extras });
  };
  set("1");
  goTo(at(7, 0));
  expect(device.has("Time is up")).toBe(true);
  set("60");
  expect(device.has("Time is up")).toBe(false);
  expect(device.ui.notifications.list()).toEqual([]);
  expect(idText(device, "timer_left")).toBe("01:00");
});

test("over another app an alarm is a notification with actions", async () => {
  await using device = await openClock("Alarms");
  device.tap("New alarm", "Save");
  device.ui.activities.start("com.terrarium.calculator");
  goTo(at(7, 0));
  expect(device.ui.notifications.list().length).toBe(1);
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.calculator");
  device.tap("Dismiss");
  expect(device.ui.notifications.list()).toEqual([]);
  device.ui.activities.start(CLOCK);
  expect(device.ui.hierarchy().windows.length).toBeGreaterThan(0);
  expect(device.has("07:00")).toBe(true);
});

test("an alarm rings after a restart, and a missed one is reported", async () => {
  await using device = await openClock("Alarms");
  device.tap("New alarm", "Save");
  device.turnOff();
  vi.setSystemTime(at(7, 3));
  const ringing = await DeviceDriver.start({ dataDir: device.dataDir });
  expect(ringing.has("Dismiss")).toBe(true);
  ringing.tap("Dismiss");
  ringing.ui.dispose();
  vi.setSystemTime(at(8, 59));
  const again = await openClock("Alarms", device.dataDir);
  again.tap("07:00");
  again.ui.dispose();
  vi.setSystemTime(at(7, 0) + 26 * HOUR_MS);
  const missed = await DeviceDriver.start({ dataDir: device.dataDir });
  expect(missed.ui.notifications.list().map((each) => each.title)).toEqual(["Missed alarm"]);
  missed.ui.dispose();
});

test("a force-stopped clock stays silent until its next start", async () => {
  await using device = await openClock("Alarms");
  device.tap("New alarm", "Save");
  device.ui.activities.start("com.terrarium.calculator");
  device.ui.activities.forceStop(CLOCK);
  goTo(at(7, 0));
  expect(device.ui.notifications.list()).toEqual([]);
  device.ui.activities.start(CLOCK);
  expect(device.has("Dismiss")).toBe(true);
});

test("an invalid hour cannot be saved, and an alarm can be deleted", async () => {
  await using device = await openClock("Alarms");
  device.tap("New alarm", "Hour");
  device.ui.input.text("99");
  device.tap("Save");
  expect(device.has("Save")).toBe(true);
  device.tap("Hour");
  device.ui.input.text("23");
  device.press(4); // hides the keyboard
  device.tap("Mon", "Fri", "Save");
  expect(device.has("23:00, Mon, Fri")).toBe(true);
  device.tap("23:00, Mon, Fri", "Delete");
  expect(device.has("No alarms")).toBe(true);
});

test("the timer counts down, pauses, resumes and rings", async () => {
  await using device = await openClock("Timer");
  device.tap("1", "3", "0", "Start");
  goTo(at(6, 59, 59) + 30_000);
  expect(idText(device, "timer_left")).toBe("01:00");
  device.tap("Pause");
  goTo(at(6, 59, 59) + HOUR_MS);
  expect(idText(device, "timer_left")).toBe("01:00");
  device.tap("Resume", "1 min");
  goTo(at(6, 59, 59) + HOUR_MS + 119_000);
  expect(idText(device, "timer_left")).toBe("00:01");
  device.tap("Delete", "1", "Start");
  goTo(at(6, 59, 59) + 2 * HOUR_MS);
  expect(device.has("Time is up")).toBe(true);
  device.tap("Stop");
  expect(device.has("Start")).toBe(true);
});

test("the stopwatch survives a restart and counts laps", async () => {
  const start = at(6, 59, 59);
  await using device = await openClock("Stopwatch");
  device.tap("Start");
  goTo(start + 61_230);
  device.tap("Lap");
  goTo(start + 2 * MINUTE_MS);
  const restarted = await openClock("Stopwatch", device.dataDir);
  expect(idText(restarted, "stopwatch_time")).toBe("02:00.00");
  expect(restarted.has("01:01.23")).toBe(true);
  restarted.tap("Pause");
  goTo(start + HOUR_MS);
  expect(idText(restarted, "stopwatch_time")).toBe("02:00.00");
  restarted.tap("Reset");
  expect(idText(restarted, "stopwatch_time")).toBe("00:00.00");
  restarted.ui.dispose();
});

test("the stopwatch redraws only while its screen is viewed", async () => {
  // The test stays within a minute, because the status bar's clock also redraws. Frames follow the fake time as well.
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"], now: at(7, 0, 1) });
  await using device = await openClock("Stopwatch");
  device.tap("Start");
  let frames = 0;
  const stop = device.ui.display.onFrame(() => frames++);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(frames).toBeGreaterThan(5);
  device.ui.activities.start("com.terrarium.calculator");
  await vi.advanceTimersByTimeAsync(2_000);
  const atRest = frames;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(frames).toBe(atRest);
  stop();
});

test("cities are found without accents, added and removed", async () => {
  await using device = await openClock("World");
  device.tap("Add city");
  device.ui.input.text("sao");
  device.tap("São Paulo");
  expect(device.has("São Paulo")).toBe(true);
  device.tap("Remove São Paulo");
  expect(device.has("São Paulo")).toBe(false);
});

test("other programs set alarms and timers", async () => {
  await using device = await DeviceDriver.start();
  device.ui.activities.startIntent({
    action: "android.intent.action.SET_ALARM",
    extras: { "android.intent.extra.alarm.HOUR": "8", "android.intent.extra.alarm.MINUTES": "5" },
  });
  expect(device.has("08:05, Once")).toBe(true);
  const length = { "android.intent.extra.alarm.LENGTH": "90" };
  device.ui.activities.startIntent({ action: "android.intent.action.SET_TIMER", extras: length });
  expect(idText(device, "timer_left")).toBe("01:30");
});

test("clearing the clock's data removes its alarms", async () => {
  await using device = await openClock("Alarms");
  device.tap("New alarm", "Save");
  await device.ui.clearData(CLOCK);
  device.ui.activities.start(CLOCK);
  expect(device.has("No alarms")).toBe(true);
});

const alarm = (hour: number, minute: number, ...days: number[]): Alarm => ({
  id: "a",
  hour,
  minute,
  days,
  label: "",
  dueMs: null,
});

test("computes the next time of an alarm on any day", () => {
  const now = at(7, 0);
  expect(nextDue(alarm(7, 1), now)).toBe(at(7, 1));
  expect(nextDue(alarm(7, 0), now)).toBe(at(7, 0) + 24 * HOUR_MS);
  expect(nextDue(alarm(6, 0, 6), now)).toBe(at(6, 0) + 7 * 24 * HOUR_MS);
  expect(new Date(nextDue(alarm(6, 0, 1, 3), now)).getDay()).toBe(1);
  expect(afterRinging(alarm(7, 0), now).dueMs).toBeNull();
  expect(timeUntil(now + 25 * HOUR_MS + 1, now)).toEqual({ days: 1, hours: 1, minutes: 1 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      fc.integer({ min: now, max: now + 400 * 24 * HOUR_MS }),
      (hour, minute, days, afterMs) => {
        const due = new Date(nextDue(alarm(hour, minute, ...days), afterMs));
        expect(due.getTime()).toBeGreaterThan(afterMs);
        expect(due.getTime() - afterMs).toBeLessThanOrEqual(7 * 24 * HOUR_MS + HOUR_MS);
        expect(days.length === 0 || days.includes(due.getDay())).toBe(true);
      },
    ),
  );
});

test("typed digits push earlier ones out at any caret position", () => {
  const edits = [
    ["07", "0723"],
    ["99", "9239"],
    ["07", "073"],
    ["07", "0"],
    ["07", "07x"],
    ["", "5"],
    ["11", "111"],
  ] as const;
  expect(edits.map(([before, after]) => pushDigits(before, after))).toEqual(["23", "23", "73", "0", "07", "5", "11"]);
});

test("formats times and parses typed durations", () => {
  expect([0, 61_230, 3_723_450].map(formatStopwatch)).toEqual(["00:00.00", "01:01.23", "1:02:03.45"]);
  expect(formatSeconds(59)).toBe("00:59");
  expect(durationOf("130").ms).toBe(90_000);
  expect(Array.from("0012345678").reduce(typeDigits, "")).toBe("123456");
  expect(minutesAhead("Asia/Kolkata", "UTC", at(7, 0))).toBe(330);
  expect(minutesAhead("America/New_York", "Asia/Shanghai", at(7, 0))).toBe(-780);
});
