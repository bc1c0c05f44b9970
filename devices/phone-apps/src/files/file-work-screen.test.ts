import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { copyInto, freePath } from "./file-operations.ts";
import { provideFiles } from "./testing/provide-files.ts";

let device: DeviceDriver;
const { put, inside, open } = provideFiles((started) => (device = started));

describe("files", () => {
  test("wait across folders to be pasted or cancelled", async () => {
    await put("/sdcard/Download/one.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("Copy");
    expect(device.has("Copy 1 item here")).toBe(true);
    device.tap("Internal storage");
    await device.shows("Documents");
    expect([device.has("Copy 1 item here"), device.hasControl("new_folder")]).toEqual([true, false]);
    device.tap("Cancel");
    expect([device.has("Copy 1 item here"), device.hasControl("new_folder")]).toEqual([false, true]);
    expect(await inside("/sdcard/Documents")).toEqual([]);
  });

  test("deleted before the paste are reported", async () => {
    await put("/sdcard/Download/one.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("Move");
    await device.files.remove("/sdcard/Download/one.txt", false);
    device.tap("Internal storage");
    await device.shows("Documents");
    device.tap("Documents");
    await device.shows("This folder is empty");
    device.tap("Move 1 item here");
    await device.shows("This item no longer exists");
    expect(await inside("/sdcard/Documents")).toEqual([]);
  });

  test("that are folders cannot be moved into themselves", async () => {
    await device.files.makeFolder("/sdcard/Download/a", false);
    await open("Download");
    await device.shows("a");
    device.hold("a");
    device.tap("Move");
    device.tap("a");
    await device.shows("This folder is empty");
    device.tap("Move 1 item here");
    await device.shows("Can’t copy or move a folder into itself");
    expect(await inside("/sdcard/Download")).toEqual(["a"]);
  });

  test("deleted by other programs leave the selection", async () => {
    await put("/sdcard/Download/one.txt");
    await put("/sdcard/Download/two.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("two.txt");
    await device.files.remove("/sdcard/Download/one.txt", false);
    await device.shows("1 selected");
    device.tap("Delete");
    expect(device.has("Delete 1 item?")).toBe(true);
    device.tap("Delete");
    await device.shows("1 item deleted");
  });

  test("end the selection when all selected ones are deleted", async () => {
    await put("/sdcard/Download/one.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    await device.files.remove("/sdcard/Download/one.txt", false);
    await device.shows("This folder is empty");
    expect([device.hasControl("close"), device.hasControl("new_folder")]).toEqual([false, true]);
  });

  test("show details: kind and place of one, total size of several", async () => {
    await put("/sdcard/Download/one.txt", "x".repeat(1000));
    await put("/sdcard/Download/two.zip", "x".repeat(500));
    await open("Download");
    await device.shows("one.txt");
    device.hold("two.zip");
    device.tap("More options", "Details");
    expect(device.texts()).toEqual(expect.arrayContaining(["Archive", "/sdcard/Download", "500 B"]));
    device.tap("Close", "one.txt", "More options");
    expect(device.control("rename").enabled).toBe(false);
    device.tap("Details");
    expect(device.texts()).toEqual(expect.arrayContaining(["2 items", "1.5 kB"]));
  });

  test("copied into their own folder get a number, even with the longest name", async () => {
    const long = `${"n".repeat(251)}.txt`;
    await put(`/sdcard/Download/${long}`, "x");
    const copy = await copyInto(device.files, `/sdcard/Download/${long}`, "/sdcard/Download");
    expect(copy).toMatch(/^\/sdcard\/Download\/n+ \(1\)\.txt$/);
    expect(Buffer.byteLength(copy.slice("/sdcard/Download/".length))).toBeLessThanOrEqual(255);
    const han = `${"苔".repeat(84)}.md`;
    await put(`/sdcard/Download/${han}`, "x");
    const free = await freePath(device.files, "/sdcard/Download", han);
    expect(free).toMatch(/^\/sdcard\/Download\/苔+ \(1\)\.md$/u);
  });

  test("in a folder are copied with it, and links stay links", async () => {
    await device.files.makeFolder("/sdcard/Download/tree/leaf", true);
    await put("/sdcard/Download/tree/leaf/a.txt", "a");
    await device.files.symlink("leaf/a.txt", "/sdcard/Download/tree/link");
    await copyInto(device.files, "/sdcard/Download/tree", "/sdcard/Documents");
    expect(await inside("/sdcard/Documents/tree")).toEqual(["leaf", "link"]);
    expect(await device.files.readLink("/sdcard/Documents/tree/link")).toBe("leaf/a.txt");
    expect((await device.files.readAll("/sdcard/Documents/tree/leaf/a.txt", 10)).toString()).toBe("a");
  });

  test("without a matching app show a message", async () => {
    await put("/sdcard/Download/song.mp3");
    await open("Download");
    await device.shows("song.mp3");
    device.tap("song.mp3");
    await expect.poll(() => device.texts().some((text) => /No app can open|not text|text/.test(text))).toBe(true);
  });
});
