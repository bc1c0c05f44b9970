import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { CLOCK, HOUR_MS, provideClock, startClockWith, startMs } from "./testing/provide-clock.ts";

let device: DeviceDriver;
const { open, pass } = provideClock((started) => (device = started));

describe("the stopwatch", () => {
  const shown = (): string => device.control("stopwatch_time").text;
  const laps = (): string[] => device.texts().filter((text) => /^# \d+$/.test(text));

  test("enables only the possible actions", () => {
    open("Stopwatch");
    const enabled = (): boolean[] => ["reset", "start_pause", "lap"].map((id) => device.control(id).enabled);
    expect(enabled()).toEqual([false, true, false]);
    device.tap("Start");
    expect(enabled()).toEqual([true, true, true]);
    pass(1230);
    device.tap("Pause");
    expect([enabled(), shown()]).toEqual([[true, true, false], "00:01.23"]);
    device.tap("Reset");
    expect([enabled(), shown()]).toEqual([[false, true, false], "00:00.00"]);
  });

  test("adds up its runs and shows hours", () => {
    open("Stopwatch");
    device.tap("Start");
    pass(HOUR_MS);
    device.tap("Pause");
    pass(24 * HOUR_MS);
    device.tap("Start");
    pass(62_030);
    expect(shown()).toBe("1:01:02.03");
  });

  test("counts every lap, latest first with its own time", () => {
    open("Stopwatch");
    device.tap("Start");
    pass(1000);
    device.tap("Lap", "Lap");
    pass(2500);
    device.tap("Lap");
    expect(laps()).toEqual(["# 3", "# 2", "# 1"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["00:02.50", "00:03.50", "00:00.00", "00:01.00"]));
    device.tap("Reset");
    expect(laps()).toEqual([]);
  });

  test("draws only visible laps and stops at a limit", async () => {
    const laps = Array.from({ length: 998 }, (_, index) => index * 10);
    await using many = await startClockWith({ stopwatch: { startedMs: startMs - HOUR_MS, elapsedMs: 0, laps } });
    many.tap("Stopwatch", "Lap", "Lap");
    const shown = (): string[] => many.texts().filter((text) => /^# \d+$/.test(text));
    expect(shown()[0]).toBe("# 999");
    expect(many.controls().filter((node) => /^# \d+$/.test(node.text)).length).toBeLessThan(40);
    for (let page = 0; page < 100 && !shown().includes("# 1"); page++) many.press(KEY_CODES.pageDown);
    expect(shown()).toContain("# 1");
  });

  test("keeps running after a kill and when the screen rotates", () => {
    open("Stopwatch");
    device.tap("Start");
    device.kill(CLOCK);
    pass(5000);
    open("Stopwatch");
    expect(shown()).toBe("00:05.00");
    device.tap("Lap");
    device.turn(true);
    pass(1000);
    expect([shown(), laps()]).toEqual(["00:06.00", ["# 1"]]);
  });
});
