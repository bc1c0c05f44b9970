import { existsSync } from "node:fs";
import { join } from "node:path";
import { HostClock } from "@terrarium/phone-system/host-clock";
import { createRandom, shareRandom } from "@terrarium/phone-system/random";
import type { AppStorage } from "@terrarium/phone-ui/services/app";
import { ENGLISH } from "@terrarium/phone-ui/services/english";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { APPS } from "./apps.ts";
import { contactValues, insertContact } from "./contacts/testing/contact-rows.ts";
import { fileUri, pathOfUri, viewIntent } from "./file-intents.ts";
import { formatMoment, formatWhen } from "./format-when.ts";
import { insertMessage } from "./messages/testing/message-rows.ts";
import { perSystem } from "./per-system.ts";
import { CHINESE } from "./testing/chinese.ts";
import { DeviceDriver, smallScreen } from "./testing/device-driver.ts";
import { watchFolder } from "./watch-folder.ts";

let device: DeviceDriver;
beforeAll(async () => {
  device = await DeviceDriver.start(smallScreen);
});
afterEach(() => device.reset());
afterAll(() => device[Symbol.asyncDispose]());

describe("the installed apps", () => {
  test("have unique packages and names", () => {
    const unique = (values: readonly string[]): number => new Set(values).size;
    expect(unique(APPS.map((app) => app.packageName))).toBe(APPS.length);
    for (const { strings } of APPS) {
      expect(strings.appName).not.toBe("");
    }
  });

  test.each(APPS.map((app) => app.packageName))("%s opens, is killed and reopens in both themes", (packageName) => {
    for (const theme of ["1", "2"]) {
      device.ui.settings.put("secure", "ui_night_mode", theme);
      device.ui.activities.start(packageName);
      expect(device.ui.activities.foreground().packageName).toBe(packageName);
      expect(device.ui.nodes().some((node) => node.packageName === packageName)).toBe(true);
      device.kill(packageName);
      expect(device.ui.activities.running()).toEqual([]);
    }
  });

  test.each(APPS.map((app) => app.packageName))("%s ignores invalid intents", (packageName) => {
    for (const [action, dataUri] of [
      ["android.intent.action.VIEW", ""],
      ["android.intent.action.VIEW", "content://"],
      ["android.intent.action.SEND", "\0"],
      ["org.example.NOTHING", "x".repeat(5000)],
      ["", "file:///%zz"],
    ] as const) {
      const extras = { "": "", __proto__: "x", "android.intent.extra.TEXT": "", "android.intent.extra.STREAM": "::" };
      device.ui.activities.startIntent({ packageName, action, dataUri, mimeType: "*/*", extras });
      expect(device.ui.activities.foreground().packageName).toBe(packageName);
      expect(device.ui.nodes().length).toBeGreaterThan(3);
    }
  });
});

describe("clearing data", () => {
  test("deletes the app's memory and disk data, and no other app's", async () => {
    insertContact(device, { name: "Ada", phone: "1234567" });
    insertMessage(device, { address: "1234567", body: "hello" });
    await device.ui.clearData("com.terrarium.contacts");
    expect(contactValues(device, "name")).toEqual([]);
    expect(device.ui.content.query("content://sms").length).toBe(1);
    expect(existsSync(join(device.dataDir, "apps", "com.terrarium.contacts"))).toBe(false);
    await device.ui.clearData("com.terrarium.messages");
    expect(device.ui.content.query("content://sms")).toEqual([]);
  });

  test("ignores unknown apps and apps without data", async () => {
    insertContact(device, { name: "Ada" });
    await device.ui.clearData("com.terrarium.calculator");
    await device.ui.clearData("org.example.nothing");
    expect(contactValues(device, "name")).toEqual(["Ada"]);
  });
});

describe("a value shared within a system", () => {
  const clock = new HostClock(() => 0);
  const random = createRandom(shareRandom(""));
  const storage = (): AppStorage => ({ dataDir: "", log: () => undefined, clock, random });

  test("is created once per system, on first use", () => {
    const create = vi.fn<(of: AppStorage) => { of: AppStorage }>((of) => ({ of }));
    const shared = perSystem(create);
    const [first, second] = [storage(), storage()];
    expect(create).not.toHaveBeenCalled();
    expect(shared(first)).toBe(shared(first));
    expect(shared(second).of).toBe(second);
    expect(create).toHaveBeenCalledTimes(2);
  });

  test("may be undefined and is still created only once", () => {
    const create = vi.fn<() => undefined>(() => undefined);
    const shared = perSystem(create);
    const of = storage();
    expect([shared(of), shared(of)]).toEqual([undefined, undefined]);
    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe("watching a folder", () => {
  test("combines many changes, and stops when asked to", async () => {
    let told = 0;
    const stop = watchFolder(device.files, "/sdcard/Music", () => told++);
    for (let index = 0; index < 20; index++)
      await device.files.write(`/sdcard/Music/${index}`, Buffer.from("x"), "replace");
    await expect.poll(() => told).toBeGreaterThan(0);
    expect(told).toBeLessThan(20);
    stop();
    const before = told;
    // A second watcher shows when the stopped one would have been notified.
    let toldAnother = 0;
    const stopAnother = watchFolder(device.files, "/sdcard/Music", () => toldAnother++);
    await device.files.write("/sdcard/Music/late", Buffer.from("x"), "replace");
    await expect.poll(() => toldAnother).toBeGreaterThan(0);
    stopAnother();
    expect(told).toBe(before);
  });

  test("does not fail for a missing folder", () => {
    const stop = watchFolder(device.files, "/sdcard/nowhere", () => undefined);
    expect(stop).not.toThrow();
  });
});

describe("formatting a time", () => {
  const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
    new Date(year, month - 1, day, hour, minute).getTime();

  test.each([
    [at(2026, 3, 30, 0, 1), at(2026, 3, 29, 23, 59), "Yesterday"],
    [at(2026, 10, 26, 0, 1), at(2026, 10, 25, 0, 1), "Yesterday"],
    [at(2026, 1, 1, 0, 0), at(2025, 12, 31, 23, 59), "Yesterday"],
    [at(2026, 1, 2), at(2025, 12, 31), "31 Dec 2025"],
    [at(2026, 11, 21, 23, 59), at(2026, 11, 21, 0, 0), "00:00"],
    // After a clock was set back, times in the future count as today.
    [at(2026, 11, 21), at(2026, 11, 25, 8, 5), "08:05"],
  ])("at %d formats %d as %s", (nowMs, epochMs, said) => {
    expect(formatWhen(epochMs, nowMs, ENGLISH)).toBe(said);
  });

  test("has short and full Chinese forms", () => {
    const now = at(2026, 11, 21);
    expect([formatWhen(at(2026, 11, 20), now, CHINESE), formatWhen(at(2025, 3, 2), now, CHINESE)]).toEqual([
      "昨天",
      "2025年3月2日",
    ]);
    expect(formatMoment(at(2026, 11, 21, 9, 41), CHINESE)).toContain("2026年11月21日");
    expect(formatMoment(at(2026, 11, 21, 9, 41), ENGLISH)).toMatch(/^21 November 2026 at 09:41:00$/);
  });
});

describe("a file's address", () => {
  test.each([
    ["/sdcard/a.txt", "file:///sdcard/a.txt", "text/plain"],
    ["/sdcard/苔 #1?.png", "file:///sdcard/%E8%8B%94%20%231%3F.png", "image/png"],
    ["/sdcard/no-kind", "file:///sdcard/no-kind", undefined],
    ["/sdcard/.png", "file:///sdcard/.png", "image/png"],
  ])("of %s is %s, with type %s", (path, uri, mimeType) => {
    expect([fileUri(path), pathOfUri(uri)]).toEqual([uri, path]);
    expect(viewIntent(path)).toEqual({
      action: "android.intent.action.VIEW",
      dataUri: uri,
      ...(mimeType === undefined ? {} : { mimeType }),
    });
  });

  test.each(["file://host/a", "file:", "content://x/1", "", "/sdcard/a.txt", undefined])(
    "does not include %j",
    (uri) => {
      expect(pathOfUri(uri)).toBeUndefined();
    },
  );
});
