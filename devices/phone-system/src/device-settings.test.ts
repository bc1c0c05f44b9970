import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DeviceSettings, type SettingChange } from "./device-settings.ts";

let folder: string;
let logged: string[];
const open = (): DeviceSettings => new DeviceSettings(join(folder, "settings.json"), (message) => logged.push(message));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "device-settings-"));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("has defaults, accepts any key, and survives a restart", () => {
  const settings = open();
  expect(settings.get("system", "font_scale")).toBe("1.0");
  expect(settings.get("global", "my_own_key")).toBeUndefined();
  settings.put("system", "font_scale", "1.3");
  settings.put("global", "my_own_key", "a=b\nc");
  const again = open();
  expect(again.get("system", "font_scale")).toBe("1.3");
  expect(again.get("global", "my_own_key")).toBe("a=b\nc");
  expect(again.get("secure", "font_scale")).toBeUndefined();
  expect(again.list("system")).toContainEqual(["font_scale", "1.3"]);
});

test("returns to the default on delete", () => {
  const settings = open();
  settings.put("system", "font_scale", "2");
  expect(settings.delete("system", "font_scale")).toBe(true);
  expect(settings.delete("system", "font_scale")).toBe(false);
  expect(open().get("system", "font_scale")).toBe("1.0");
});

test("notifies listeners of actual changes only", () => {
  const settings = open();
  const changes: SettingChange[] = [];
  const stop = settings.onChange((change) => changes.push(change));
  settings.put("system", "user_rotation", "0");
  settings.put("system", "user_rotation", "1");
  settings.delete("system", "user_rotation");
  stop();
  settings.put("system", "user_rotation", "3");
  expect(changes.map((change) => change.value)).toEqual(["1", "0"]);
});

test("reads switches, and numbers with a fallback", () => {
  const settings = open();
  settings.put("system", "font_scale", "large");
  expect(settings.number("system", "font_scale", 1)).toBe(1);
  expect(settings.isOn("global", "wifi_on")).toBe(true);
  settings.put("global", "wifi_on", "0");
  expect(settings.isOn("global", "wifi_on")).toBe(false);
});

test("keeps a damaged file aside and reports it", () => {
  writeFileSync(join(folder, "settings.json"), "{not json");
  expect(open().get("global", "wifi_on")).toBe("1");
  expect(logged.join()).toContain("damaged");
});

test.each(["constructor", "toString", "hasOwnProperty", "__proto__"])("treats %s as an ordinary key", (key) => {
  const settings = open();
  expect([settings.get("global", key), settings.delete("global", key), settings.isOn("global", key)]).toEqual([
    undefined,
    false,
    false,
  ]);
  settings.put("global", key, "1");
  expect(settings.list("global")).toContainEqual([key, "1"]);
  expect(settings.delete("global", key)).toBe(true);
  expect(settings.get("global", key)).toBeUndefined();
});

test("rejects an oversized value, and still stores later ones", () => {
  const settings = open();
  settings.put("global", "a", "kept");
  const heard: SettingChange[] = [];
  settings.onChange((change) => heard.push(change));
  expect(() => settings.put("global", "a", "x".repeat(9 * 1024 ** 2))).toThrow("settings.json holds at most");
  expect([settings.get("global", "a"), heard]).toEqual(["kept", []]);
  settings.put("global", "b", "2");
  expect([open().get("global", "a"), open().get("global", "b")]).toEqual(["kept", "2"]);
});

test("uses a fallback for non-numeric values", () => {
  const settings = open();
  for (const [value, number] of [
    ["7", 7],
    ["-0.5", -0.5],
    ["3 apples", 3],
    ["", 42],
    ["many", 42],
    ["NaN", 42],
    ["Infinity", 42],
  ] as const) {
    settings.put("global", "n", value);
    expect(settings.number("global", "n", 42)).toBe(number);
  }
});
