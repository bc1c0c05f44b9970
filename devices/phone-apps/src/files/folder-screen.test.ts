import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { nowMs } from "../testing/provide-device.ts";
import { FILES, provideFiles } from "./testing/provide-files.ts";

const DAY_MS = 24 * 60 * 60_000;

let device: DeviceDriver;
const { put, inside, entries, open } = provideFiles((started) => (device = started));

describe("a folder", () => {
  test("shows in the device's language that it is empty", async () => {
    await open("Download");
    await device.shows("This folder is empty");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.has("此文件夹为空")).toBe(true);
  });

  test("shows size and date of files, and only the date of folders", async () => {
    await put("/sdcard/Download/new.txt", "x".repeat(1536));
    await put("/sdcard/Download/old.bin", "x");
    await device.files.setTimes("/sdcard/Download/new.txt", nowMs, nowMs);
    await device.files.setTimes("/sdcard/Download/old.bin", nowMs - 400 * DAY_MS, nowMs - 400 * DAY_MS);
    await device.files.makeFolder("/sdcard/Download/folder", false);
    await device.files.setTimes("/sdcard/Download/folder", nowMs - DAY_MS, nowMs - DAY_MS);
    await open("Download");
    await device.shows("1.54 kB · 09:41");
    expect(device.texts()).toEqual(expect.arrayContaining(["1 B · 17 Oct 2025", "Yesterday"]));
  });

  test.each([
    ["Sort by: Name", ["z", "a2.txt", "a10.txt", "b.png"]],
    ["Sort by: Modified", ["z", "b.png", "a2.txt", "a10.txt"]],
    ["Sort by: Size", ["z", "a10.txt", "b.png", "a2.txt"]],
    ["Sort by: Type", ["z", "b.png", "a2.txt", "a10.txt"]],
  ])("is sorted by %s", async (order, expected) => {
    await put("/sdcard/Documents/a2.txt", "1");
    await put("/sdcard/Documents/a10.txt", "1".repeat(500));
    await put("/sdcard/Documents/b.png", "1".repeat(20));
    await device.files.makeFolder("/sdcard/Documents/z", false);
    for (const [index, name] of ["a10.txt", "a2.txt", "b.png"].entries())
      await device.files.setTimes(`/sdcard/Documents/${name}`, nowMs + index * 1000, nowMs + index * 1000);
    await open("Documents");
    await device.shows("b.png");
    device.tap("More options", order);
    expect(entries()).toEqual(expected);
    device.tap("More options");
    const checked = device
      .controls()
      .filter((node) => node.checked)
      .map((node) => node.description);
    expect(checked).toEqual([order]);
  });

  test.each([
    "שיר.txt",
    "نص.txt",
    `${"x".repeat(250)}.txt`,
    "长".repeat(80),
    "👩‍🌾 garden.md",
    " two  spaces ",
    "100% #1?.txt",
    "-rf *",
  ])("shows a file named %j, and opens it", async (name) => {
    await put(`/sdcard/Download/${name}`, `inside ${name.length}`);
    await open("Download");
    await device.shows(name);
    for (const node of device.ui.nodes()) expect(node.bounds.right).toBeLessThanOrEqual(360);
    device.tap(name);
    await device.shows(`inside ${name.length}`);
    expect(device.control("title").text).toBe(name);
  });

  test("with thousands of files draws only visible rows, and selects all", async () => {
    for (let index = 0; index < 1500; index++) await put(`/sdcard/Music/${index}.mp3`, "");
    await open("Music");
    await device.shows("0.mp3");
    expect(entries().length).toBeLessThan(40);
    device.hold("0.mp3");
    device.tap("More options", "Select all");
    expect(device.has("1500 selected")).toBe(true);
    device.tap("Delete");
    expect(device.has("Delete 1500 items?")).toBe(true);
    // The dialog names only some files, so that it stays short.
    expect(device.control("dialog_text").text.length).toBeLessThan(600);
    expect(device.control("dialog_text").text).toMatch(/0\.mp3.* and \d+ more will be permanently deleted\./);
    device.tap("Delete");
    await device.shows("1500 items deleted");
    expect(await inside("/sdcard/Music")).toEqual([]);
  });

  test("is forgotten after a kill, and the app starts at the root", async () => {
    await device.files.makeFolder("/sdcard/Download/a", false);
    await open("Download", "a");
    await device.shows("This folder is empty");
    device.kill(FILES);
    await open();
    await device.shows("Pictures");
    expect(device.control("title").text).toBe("Files");
  });

  test("that is deleted while open leads to its parent", async () => {
    await device.files.makeFolder("/sdcard/Download/a/b", true);
    await open("Download", "a", "b");
    await device.shows("This folder is empty");
    await device.files.remove("/sdcard/Download/a", true);
    device.press(3);
    device.ui.activities.start(FILES);
    await expect.poll(() => device.control("title").text).toBe("Download");
  });

  test("keeps its selection when the screen rotates", async () => {
    await put("/sdcard/Download/one.txt");
    await put("/sdcard/Download/two.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.turn(true);
    expect([device.has("1 selected"), device.control("title").text]).toEqual([true, "1"]);
    device.turn(false);
    device.tap("two.txt");
    expect(device.has("2 selected")).toBe(true);
  });

  test("shows as many columns of tiles as fit", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await put(`/sdcard/Download/${name}.txt`);
    await open("Download");
    await device.shows("a.txt");
    device.tap("Show as grid");
    const columns = (): number => new Set(entries().map((name) => device.find(name).bounds.left)).size;
    expect(columns()).toBe(2);
    device.turn(true);
    expect(columns()).toBe(4);
  });
});
