import { FileError } from "@terrarium/device-files/file-error";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pathOfUri, fileUri } from "../file-intents.ts";
import { kindOfFile } from "../file-kinds.ts";
import { formatBytes } from "../format-bytes.ts";
import type { Entry } from "../list-folder.ts";
import { DeviceDriver } from "../testing/device-driver.ts";
import { checkName, copyInto, freePath, IntoItselfError, moveInto, renameTo } from "./file-operations.ts";
import { sortEntries } from "./folder-listing.ts";

const BACK = 4;

async function openFiles(
  prepare: (device: DeviceDriver) => Promise<void> = async () => undefined,
): Promise<DeviceDriver> {
  const device = await DeviceDriver.start();
  await prepare(device);
  device.ui.activities.start("com.terrarium.files");
  await expect.poll(() => device.has("Download")).toBe(true);
  return device;
}

const write = (device: DeviceDriver, path: string, text = "text"): Promise<void> =>
  device.files.write(path, Buffer.from(text), "replace");

/** Opens a folder and waits until its content shows. */
async function enter(device: DeviceDriver, folder: string, expected: string): Promise<void> {
  device.tap(folder);
  await expect.poll(() => device.has(expected)).toBe(true);
}

async function hold(device: DeviceDriver, name: string): Promise<void> {
  const { bounds } = device.find(name);
  const at = { pointerId: 0, xPx: (bounds.left + bounds.right) / 2, yPx: (bounds.top + bounds.bottom) / 2 };
  device.ui.input.touch({ action: "down", ...at });
  await expect.poll(() => device.has("Select all") || device.has("Copy")).toBe(true);
  device.ui.input.touch({ action: "up", ...at });
}

test("folders are opened, and left by BACK and breadcrumbs", async () => {
  await using device = await openFiles(async (each) => {
    await each.files.makeFolder("/sdcard/Download/a/b", true);
    await write(each, "/sdcard/Download/a/b/deep.txt");
  });
  await enter(device, "Download", "a");
  await enter(device, "a", "b");
  await enter(device, "b", "deep.txt");
  device.press(BACK);
  await expect.poll(() => device.has("deep.txt")).toBe(false);
  device.tap("Internal storage");
  await expect.poll(() => device.has("Pictures")).toBe(true);
  expect(device.has("Files")).toBe(true);
});

test("changes from the shell show at once", async () => {
  await using device = await openFiles();
  await enter(device, "Download", "This folder is empty");
  await write(device, "/sdcard/Download/pushed.txt");
  await expect.poll(() => device.has("pushed.txt")).toBe(true);
  await device.files.remove("/sdcard/Download/pushed.txt", false);
  await expect.poll(() => device.has("This folder is empty")).toBe(true);
  await device.files.remove("/sdcard/Download", true);
  device.ui.activities.start("com.terrarium.calculator");
  device.ui.activities.start("com.terrarium.files");
  await expect.poll(() => device.has("Pictures")).toBe(true);
});

test("a folder is created, and invalid names show an error", async () => {
  await using device = await openFiles();
  device.tap("New folder", "Name");
  device.ui.input.text("a/b");
  expect(device.has("Name can’t contain “/”")).toBe(true);
  device.tap("Create");
  expect(device.has("Create")).toBe(true);
  for (let key = 0; key < 3; key++) device.press(67);
  device.ui.input.text("青苔 🌿");
  device.tap("Create");
  await expect.poll(() => device.has("青苔 🌿")).toBe(true);
  expect((await device.files.status("/sdcard/青苔 🌿", false)).mode & 0o170000).toBe(0o040000);
  device.tap("New folder", "Name");
  device.ui.input.text("Download");
  device.tap("Create");
  await expect.poll(() => device.has("An item with this name already exists")).toBe(true);
});

test("selected files are copied, moved, renamed and deleted", async () => {
  await using device = await openFiles(async (each) => {
    await write(each, "/sdcard/Download/one.txt", "1");
    await write(each, "/sdcard/Download/two.txt", "2");
  });
  await enter(device, "Download", "one.txt");
  await hold(device, "one.txt");
  device.tap("Copy", "Copy 1 item here");
  await expect.poll(() => device.has("one (1).txt")).toBe(true);
  await hold(device, "one.txt");
  device.tap("two.txt", "Move", "Internal storage");
  await expect.poll(() => device.has("Documents")).toBe(true);
  await enter(device, "Documents", "This folder is empty");
  device.tap("Move 2 items here");
  await expect.poll(() => device.has("two.txt")).toBe(true);
  await hold(device, "two.txt");
  device.tap("More options", "Rename", "Name");
  for (let key = 0; key < 7; key++) device.press(67);
  device.ui.input.text("due.md");
  device.tap("Rename");
  await expect.poll(() => device.has("due.md")).toBe(true);
  expect((await device.files.readAll("/sdcard/Documents/due.md", 10)).toString()).toBe("2");
  await hold(device, "due.md");
  device.tap("More options", "Select all", "Delete");
  expect(device.has("Delete 2 items?")).toBe(true);
  device.tap("Cancel");
  expect(device.has("due.md")).toBe(true);
  device.tap("Delete", "Delete");
  await expect.poll(() => device.has("This folder is empty")).toBe(true);
  expect((await device.files.list("/sdcard/Download")).map((entry) => entry.name)).toEqual(["one (1).txt"]);
});

test("opens a text, explains binary files, opens a picture in the gallery", async () => {
  await using device = await openFiles(async (each) => {
    await write(each, "/sdcard/Download/read.txt", "Moss drinks\nthrough its leaves");
    await each.files.write("/sdcard/Download/raw.bin", Buffer.from([1, 0, 2]), "replace");
    await each.files.write("/sdcard/Download/screen.png", await each.ui.display.capturePng(), "replace");
  });
  await enter(device, "Download", "read.txt");
  device.tap("read.txt");
  await expect.poll(() => device.has("Moss drinks\nthrough its leaves")).toBe(true);
  device.press(BACK);
  device.tap("raw.bin");
  await expect.poll(() => device.texts().some((text) => text.startsWith("Can’t show this file"))).toBe(true);
  device.tap("Back");
  device.tap("screen.png");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.gallery");
  const view = { action: "android.intent.action.VIEW", dataUri: "file:///sdcard/Download/read.txt" };
  expect(device.ui.activities.startIntent(view)).toBe(true);
  await expect.poll(() => device.has("Moss drinks\nthrough its leaves")).toBe(true);
  device.ui.activities.startIntent({ ...view, dataUri: "file:///sdcard/none.txt" });
  await expect.poll(() => device.has("This item no longer exists")).toBe(true);
});

test("searches below the current folder", async () => {
  await using device = await openFiles(async (each) => {
    await each.files.makeFolder("/sdcard/Documents/deep/er", true);
    await write(each, "/sdcard/Documents/deep/er/Moss report.txt");
  });
  device.tap("Search");
  device.ui.input.text("moss");
  await expect.poll(() => device.has("Moss report.txt")).toBe(true);
  device.ui.input.text("zz");
  await expect.poll(() => device.has("No items match “mosszz”")).toBe(true);
  device.tap("Back");
  expect(device.has("Documents")).toBe(true);
});

test("view preferences survive a restart", async () => {
  await using device = await openFiles(async (each) => {
    await write(each, "/sdcard/small.txt", "1");
    await write(each, "/sdcard/large.txt", "1".repeat(100));
    await write(each, "/sdcard/.hidden", "1");
  });
  expect(device.has(".hidden")).toBe(false);
  device.tap("More options", "Show hidden files", "More options", "Sort by: Size", "Show as grid");
  const restarted = await DeviceDriver.start({ dataDir: device.dataDir });
  restarted.ui.activities.start("com.terrarium.files");
  await expect.poll(() => restarted.has("Show as list")).toBe(true);
  restarted.tap("Show as list");
  await expect.poll(() => restarted.has("Android")).toBe(true);
  restarted.drag(360, 1000, 360, 100);
  await expect.poll(() => restarted.has(".hidden")).toBe(true);
  const top = (name: string): number => restarted.find(name).bounds.top;
  expect(top("large.txt")).toBeLessThan(top("small.txt"));
  restarted.ui.dispose();
});

test("a copy that does not fit is removed and explained", async () => {
  await using device = await DeviceDriver.start();
  const { files } = device;
  await files.makeFolder("/sdcard/Download/big", false);
  await files.write("/sdcard/Download/big/a", new Uint8Array(20_000_000), "replace");
  await files.write("/sdcard/Download/big/b", new Uint8Array(20_000_000), "replace");
  await expect(copyInto(files, "/sdcard/Download/big", "/sdcard/Documents")).rejects.toMatchObject({ code: "ENOSPC" });
  expect(await files.list("/sdcard/Documents")).toEqual([]);
  expect((await files.list("/sdcard/Download/big")).map((entry) => entry.name).toSorted()).toEqual(["a", "b"]);
});

test("folders cannot be moved into themselves, and no file is overwritten", async () => {
  await using device = await DeviceDriver.start();
  const { files } = device;
  await files.makeFolder("/sdcard/Download/a/b", true);
  await expect(moveInto(files, "/sdcard/Download/a", "/sdcard/Download/a/b")).rejects.toBeInstanceOf(IntoItselfError);
  await expect(copyInto(files, "/sdcard/Download/a", "/sdcard/Download/a")).rejects.toBeInstanceOf(IntoItselfError);
  await files.write("/sdcard/Download/x.tar.gz", Buffer.from("1"), "replace");
  await files.write("/sdcard/Documents/x.tar.gz", Buffer.from("2"), "replace");
  expect(await moveInto(files, "/sdcard/Download/x.tar.gz", "/sdcard/Documents")).toBe(
    "/sdcard/Documents/x.tar (1).gz",
  );
  await expect(renameTo(files, "/sdcard/Documents/x.tar (1).gz", "x.tar.gz")).rejects.toBeInstanceOf(FileError);
  expect((await files.readAll("/sdcard/Documents/x.tar.gz", 10)).toString()).toBe("2");
  expect(await freePath(files, "/sdcard/Documents", "x.tar.gz")).toBe("/sdcard/Documents/x.tar (2).gz");
});

test("validates names, detects kinds and formats sizes", () => {
  const problems = ["", ".", "..", "a/b", "a\nb", "x".repeat(256), "é".repeat(128)].map(checkName);
  expect(problems).toEqual(["empty", "dots", "dots", "slash", "control", "long", "long"]);
  expect(checkName("Grüße 苔 (1).txt")).toBeUndefined();
  expect(["a.PNG", "b.md", "c.json", "d.zip", "e", ".png.", "f.apk"].map(kindOfFile)).toEqual(
    "image text text archive other other apk".split(" "),
  );
  expect([0, 999, 1000, 1549, 999_950, 64e6, 1.5e12].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "1 kB",
    "1.55 kB",
    "1 MB",
    "64 MB",
    "1.5 TB",
  ]);
});

test("folders come first in every sort order", () => {
  const entry = (name: string, kind: Entry["kind"], size: number): Entry => ({
    name,
    kind,
    path: `/sdcard/${name}`,
    sizeBytes: size,
    modifiedMs: size,
  });
  const entries = [
    entry("b10.txt", "text", 1),
    entry("b9.txt", "text", 9),
    entry("z", "folder", 5),
    entry("a.png", "image", 3),
  ];
  const names = (order: Parameters<typeof sortEntries>[1]): string =>
    sortEntries(entries, order)
      .map((each) => each.name)
      .join(" ");
  expect(names("name")).toBe("z a.png b9.txt b10.txt");
  expect(names("size")).toBe("z b9.txt a.png b10.txt");
  expect(names("kind")).toBe("z a.png b9.txt b10.txt");
});

test("a path survives conversion to an address and back", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1 }), (names) => {
      const path = `/sdcard/${names.map((name) => name.replaceAll("/", "_")).join("/")}`;
      expect(pathOfUri(fileUri(path))).toBe(path);
    }),
  );
  expect(pathOfUri("file:///sdcard/100%.txt")).toBe("/sdcard/100%.txt");
  expect(pathOfUri("https://example.org/a.png")).toBeUndefined();
});
