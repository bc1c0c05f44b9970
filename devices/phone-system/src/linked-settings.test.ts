import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DeviceSettings } from "./device-settings.ts";
import { linkSettings } from "./linked-settings.ts";

let folder: string;
let settings: DeviceSettings;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "terrarium-links-"));
  settings = new DeviceSettings(join(folder, "settings.json"), () => undefined);
  linkSettings(settings);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const radios = (): (string | undefined)[] => ["wifi_on", "bluetooth_on"].map((key) => settings.get("global", key));
const ringer = (): (string | undefined)[] => [
  settings.get("global", "mode_ringer"),
  settings.get("system", "volume_ring"),
];

test("airplane mode turns radios off until it ends", () => {
  settings.put("global", "bluetooth_on", "0");
  settings.put("global", "airplane_mode_on", "1");
  expect(radios()).toEqual(["0", "0"]);
  settings.put("global", "airplane_mode_on", "true");
  settings.put("global", "airplane_mode_on", "0");
  expect(radios()).toEqual(["1", "0"]);
  expect(settings.list("global").some(([key]) => key.endsWith("_saved_state"))).toBe(false);
});

test("Wi-Fi can be turned on in airplane mode", () => {
  settings.put("global", "airplane_mode_on", "1");
  settings.put("global", "wifi_on", "1");
  expect(radios()).toEqual(["1", "0"]);
  settings.put("global", "airplane_mode_on", "0");
  expect(radios()).toEqual(["1", "1"]);
});

test.each(["0", "1"])("ringer mode %s mutes calls until it is normal", (mode) => {
  settings.put("global", "mode_ringer", mode);
  expect(ringer()).toEqual([mode, "0"]);
  settings.put("global", "mode_ringer", "2");
  expect(ringer()).toEqual(["2", "5"]);
});

test("the ring volume decides the ringer mode", () => {
  settings.put("system", "volume_ring", "0");
  expect(ringer()).toEqual(["1", "0"]);
  settings.put("system", "volume_ring", "3");
  expect(ringer()).toEqual(["2", "3"]);
  settings.put("system", "volume_ring", "loud");
  expect(ringer()).toEqual(["1", "loud"]);
});

test("battery saver ends when the device gets power", () => {
  settings.put("global", "low_power", "1");
  settings.put("global", "battery_ac", "0");
  settings.put("global", "battery_temp", "300");
  expect(settings.get("global", "low_power")).toBe("1");
  settings.delete("global", "battery_ac");
  expect(settings.get("global", "low_power")).toBe("0");
});

test("battery saver turns on at the chosen level", () => {
  settings.put("global", "low_power_trigger_level", "20");
  settings.put("global", "battery_ac", "0");
  settings.put("global", "battery_level", "21");
  expect(settings.get("global", "low_power")).toBe("0");
  settings.put("global", "battery_level", "20");
  expect(settings.get("global", "low_power")).toBe("1");
  settings.put("global", "low_power", "0");
  expect(settings.get("global", "low_power")).toBe("0");
});
