import { describe, expect, it } from "vitest";
import { toDevicePath } from "./files.ts";

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
