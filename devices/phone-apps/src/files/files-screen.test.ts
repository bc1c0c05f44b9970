import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { provideFiles } from "./testing/provide-files.ts";

let device: DeviceDriver;
const { put, inside, open, view } = provideFiles((started) => (device = started));

describe("the storage", () => {
  test("shows its use at the top, in red when nearly full", async () => {
    await open();
    await device.shows("Pictures");
    const summary = (): string => device.control("storage").text;
    expect(summary()).toMatch(/^Internal storage · .+ of 8\.39 MB used$/);
    const before = device.control("storage_bar").description;
    await put("/sdcard/Download/big", new Uint8Array(7_700_000));
    device.press(3);
    await open();
    await expect.poll(summary).toMatch(/ 7\.[789]/);
    expect(device.control("storage_bar").description).not.toBe(before);
    const { left, top } = device.control("storage_bar").bounds;
    const red = (): number =>
      Number.parseInt(device.pixel(left + 8, top + 5).slice(0, 2), 16) -
      Number.parseInt(device.pixel(left + 8, top + 5).slice(2, 4), 16);
    await expect.poll(red).toBeGreaterThan(40);
  });

  test("reports a copy that does not fit, and removes the partial copy", async () => {
    await put("/sdcard/Download/big.bin", new Uint8Array(5_000_000));
    await open("Download");
    await device.shows("big.bin");
    device.hold("big.bin");
    device.tap("Copy", "Copy 1 item here");
    await device.shows("Not enough storage space");
    expect(await inside("/sdcard/Download")).toEqual(["big.bin"]);
  });
});

describe("a name", () => {
  test.each([
    ["a/b", "Name can’t contain “/”"],
    ["..", "“.” and “..” are reserved names"],
    ["x".repeat(256), "Name is too long"],
    ["é".repeat(128), "Name is too long"],
  ])("%j is rejected", async (name, message) => {
    await open();
    await device.shows("Pictures");
    device.tap("New folder");
    device.type(name);
    expect([device.control("name_note").text, device.control("confirm").enabled]).toEqual([message, false]);
    device.press(66);
    expect(device.has("Create")).toBe(true);
  });

  test("is trimmed and may not be blank", async () => {
    await open("Download");
    await device.shows("This folder is empty");
    device.tap("New folder");
    device.type("   ");
    expect(device.control("confirm").enabled).toBe(false);
    device.type("moss ");
    device.press(66);
    await device.shows("moss");
    expect(await inside("/sdcard/Download")).toEqual(["moss"]);
  });

  test("is discarded by Cancel, BACK and outside touches", async () => {
    await open("Download");
    await device.shows("This folder is empty");
    device.tap("New folder");
    device.type("one");
    device.press(KEY_CODES.back);
    device.tap("Cancel");
    device.tap("New folder");
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
    device.tap("New folder");
    device.press(KEY_CODES.back);
    device.tapAt(5, 100);
    expect([device.hasControl("dialog"), await inside("/sdcard/Download")]).toEqual([false, []]);
  });

  test("of another file is rejected and overwrites nothing", async () => {
    await put("/sdcard/Download/one.txt", "1");
    await put("/sdcard/Download/two.txt", "2");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("More options", "Rename");
    expect(device.control("name").text).toBe("one.txt");
    device.fill("name", "two.txt");
    device.press(66);
    await device.shows("An item with this name already exists");
    expect((await device.files.readAll("/sdcard/Download/two.txt", 10)).toString()).toBe("2");
  });

  test("may stay unchanged in a rename", async () => {
    await put("/sdcard/Download/one.txt", "1");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("More options", "Rename");
    device.press(66);
    await expect.poll(() => device.hasControl("dialog")).toBe(false);
    expect(await inside("/sdcard/Download")).toEqual(["one.txt"]);
  });
});

describe("an intent", () => {
  test.each([
    ["file:///sdcard/Download/a%20b.txt", "inside"],
    ["FILE:///sdcard/Download/a%20b.txt", "inside"],
    ["file:///sdcard/Download/a b.txt", "inside"],
    ["file:///sdcard/Download/../Download/a%20b.txt", "inside"],
  ])("for %s shows the file", async (dataUri, text) => {
    await put("/sdcard/Download/a b.txt", "inside");
    expect(view(dataUri)).toBe(true);
    await device.shows(text);
  });

  test("for a folder shows its content", async () => {
    await put("/sdcard/Documents/deep.txt");
    view("file:///sdcard/Documents");
    await device.shows("deep.txt");
    expect(device.control("title").text).toBe("Documents");
    view("file:///sdcard/Documents/");
    await device.shows("deep.txt");
  });

  test.each(["https://example.com/a.txt", "content://media/1", "", "file:", "file://", "mailto:x"])(
    "for %j, not a file, shows the root folder",
    async (dataUri) => {
      expect(view(dataUri, "text/plain")).toBe(true);
      await device.shows("Pictures");
    },
  );

  test("for an unreadable file shows an error", async () => {
    view("file:///system/build.prop");
    await expect.poll(() => device.texts().some((text) => /no longer exists|not allowed|\d+ B/.test(text))).toBe(true);
  });
});
