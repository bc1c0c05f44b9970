import { PassThrough } from "node:stream";
import { DeviceFile } from "@terrarium/contract/proxy-messages";
import { Adb, LinuxFileType } from "@yume-chan/adb";
import { describe, expect, it, test } from "vitest";
import { listFiles, toDevicePath, writeFile } from "./files.ts";
import { silentDevice } from "./testing/silent-device.ts";

describe("toDevicePath", () => {
  it.each([
    ["data/local/tmp", "/data/local/tmp"],
    ["/data/local/tmp/", "/data/local/tmp"],
    ["", "/"],
    ["/", "/"],
    ["sdcard//a/../b.txt", "/sdcard/b.txt"],
    ["../../etc", "/etc"],
    ["ä b/✓", "/ä b/✓"],
  ])("%j is %j", (given, path) => {
    expect(toDevicePath(given)).toBe(path);
  });

  it.each(["a\0b", "x".repeat(1100)])("refuses %j", (given) => {
    expect(() => toDevicePath(given)).toThrow(/^Invalid request: path: /);
  });
});

test("a file of a date that no calendar has does not hide the rest of its folder", async () => {
  const folder = { type: LinuxFileType.Directory, mode: 0o755, size: 0n };
  const file = { type: LinuxFileType.File, mode: 0o644, size: 1n };
  const mtimes = [1_795_000_000n, 2n ** 64n - 1n, 253_402_300_800n, 8_640_000_000_001n, 2n ** 63n - 1n, 2n ** 63n];
  const sync = {
    supportsStat: true,
    stat: async () => folder,
    readdir: async () => mtimes.map((mtime, index) => ({ ...file, name: `file${index}`, mtime })),
    dispose: async () => undefined,
  };
  const listed = await listFiles({ sync: async () => sync } as unknown as Adb, "/sdcard");
  expect(listed.map(({ modifiedAt }) => modifiedAt)).toEqual([
    "2026-11-18T11:06:40.000Z",
    "1969-12-31T23:59:59.000Z",
    "9999-12-31T23:59:59.000Z",
    "9999-12-31T23:59:59.000Z",
    "9999-12-31T23:59:59.000Z",
    "0000-01-01T00:00:00.000Z",
  ]);
  for (const each of listed) expect(DeviceFile.safeParse(each).success).toBe(true);
});

test("a file of which the device takes nothing more is given up, and its content closed", async () => {
  const content = new PassThrough();
  content.write("some of it");
  const writing = writeFile(new Adb(silentDevice().transport), "/data/local/tmp/a", content, 20);
  await expect(writing).rejects.toThrow("it took nothing of the file for 20 ms");
  expect(content.destroyed).toBe(true);
});
