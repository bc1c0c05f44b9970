import { PassThrough } from "node:stream";
import { Adb } from "@yume-chan/adb";
import { describe, expect, it, test } from "vitest";
import { toDevicePath, writeFile } from "./files.ts";
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

test("a file of which the device takes nothing more is given up, and its content closed", async () => {
  const content = new PassThrough();
  content.write("some of it");
  const writing = writeFile(new Adb(silentDevice().transport), "/data/local/tmp/a", content, 20);
  await expect(writing).rejects.toThrow("it took nothing of the file for 20 ms");
  expect(content.destroyed).toBe(true);
});
