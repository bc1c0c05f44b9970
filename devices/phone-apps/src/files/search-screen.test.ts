import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test, vi } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { searchFiles } from "./folder-listing.ts";
import { provideFiles } from "./testing/provide-files.ts";

let device: DeviceDriver;
const { put, open } = provideFiles((started) => (device = started));

describe("the search", () => {
  test("opens a match on a tap, and its folder on a long press", async () => {
    await device.files.makeFolder("/sdcard/Documents/deep", false);
    await put("/sdcard/Documents/deep/moss.txt", "green");
    await put("/sdcard/Documents/deep/other.txt");
    await open();
    await device.shows("Documents");
    device.tap("Search");
    device.type("MOS");
    await device.shows("moss.txt");
    device.press(KEY_CODES.back);
    device.hold("moss.txt");
    await device.shows("other.txt");
    expect(device.control("title").text).toBe("deep");
    device.press(KEY_CODES.back);
    await device.hides("other.txt");
  });

  test("drops results of an earlier query", async () => {
    await put("/sdcard/Download/alpha.txt");
    await open("Download");
    await device.shows("alpha.txt");
    device.tap("Search");
    device.type("alpha");
    await device.shows("alpha.txt");
    device.tap("Clear");
    expect(device.has("alpha.txt")).toBe(false);
    device.type("zzz");
    await device.shows("No items match “zzz”");
  });

  test("stops at two hundred matches and skips hidden and missing files", async () => {
    for (let index = 0; index < 250; index++) await put(`/sdcard/Music/moss ${index}.txt`, "");
    await put("/sdcard/Music/.moss", "");
    const signal = new AbortController().signal;
    expect((await searchFiles(device.files, "/sdcard", "moss", signal)).length).toBe(200);
    expect(await searchFiles(device.files, "/sdcard/none", "moss", signal)).toEqual([]);
    expect(await searchFiles(device.files, "/sdcard/Music", ".moss", signal)).toEqual([]);
  });

  test("stops when aborted", async () => {
    await device.files.makeFolder("/sdcard/Music/a/b/c", true);
    const list = vi.spyOn(device.files, "list");
    await searchFiles(device.files, "/sdcard", "x", AbortSignal.abort());
    expect(list).not.toHaveBeenCalled();
    list.mockRestore();
  });
});
