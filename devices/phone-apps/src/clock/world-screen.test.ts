import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { textsIn } from "@terrarium/phone-ui/testing/screen-driver";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { CLOCK, MINUTE_MS, provideClock } from "./testing/provide-clock.ts";

let device: DeviceDriver;
const { open, pass, setClock, controls } = provideClock((started) => (device = started));

const cityTexts = (zone: string): string[] => textsIn(device.control(`city_${zone}`));

describe("the world clock", () => {
  test("shows city times across daylight saving changes", () => {
    const gap = (atMs: number): number => {
      setClock(atMs);
      const minutes = (zone: string): number => {
        const [hours = 0, rest = 0] = (cityTexts(zone).find((text) => /^\d\d:\d\d$/.test(text)) ?? "")
          .split(":")
          .map(Number);
        return hours * 60 + rest;
      };
      return (minutes("Europe/London") - minutes("America/New_York") + 1440) % 1440;
    };
    open("World");
    expect(
      [Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 6, 15, 12), Date.UTC(2026, 2, 20, 12), Date.UTC(2026, 9, 28, 12)].map(
        gap,
      ),
    ).toEqual([300, 300, 240, 240]);
  });

  test("finds cities in both languages without accents, each once", () => {
    open("World");
    device.tap("Add city");
    const found = (query: string): string[] => {
      device.fill("query", query);
      return controls("choose_").map((node) => node.description);
    };
    expect(found("REYKJAVIK")).toEqual(["Reykjavík"]);
    expect(found("são")).toEqual(["São Paulo"]);
    expect(found("东京")).toEqual(["Tokyo"]);
    expect(found("london")).toEqual([]);
    expect(device.has("No city named “london”")).toBe(true);
    expect(found("(")).toEqual([]);
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
    expect(device.has("Add city")).toBe(true);
  });

  test("keeps the cities in the chosen order after a kill", () => {
    open("World");
    device.tap("Remove London", "Remove Shanghai", "Add city");
    device.fill("query", "kathmandu");
    device.tap("Kathmandu");
    device.kill(CLOCK);
    open("World");
    const cities = () => controls("city_").map((node) => node.description);
    expect(cities()).toEqual(["New York", "Kathmandu"]);
    device.tap("Remove New York", "Remove Kathmandu");
    expect(cities()).toEqual([]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    device.tap("添加城市");
    device.fill("query", "上");
    device.tap("上海");
    expect(cities()).toEqual(["上海"]);
  });

  test("shows quarter-hour offsets and updates every minute", () => {
    open("World");
    device.tap("Add city");
    device.fill("query", "kathmandu");
    device.tap("Kathmandu");
    const times = (): (string | undefined)[] =>
      ["Asia/Shanghai", "Asia/Kathmandu"].map((zone) => cityTexts(zone).find((text) => /^\d\d:\d\d$/.test(text)));
    const [shanghai = "", kathmandu = ""] = times();
    const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    expect((minutes(shanghai) - minutes(kathmandu) + 1440) % 1440).toBe(135);
    pass(MINUTE_MS);
    expect(minutes(times()[0] ?? "")).toBe((minutes(shanghai) + 1) % 1440);
  });
});
