import { execFileSync } from "node:child_process";
import { statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { expect, onTestFinished, test } from "vitest";
import { isHomeReadOnly, watchImages } from "./image-watch.ts";

const MEBIBYTE = 1024 ** 2;
const folder = temporaryFolder();
const allocatedBytes = (file: string) => statSync(file).blocks * 512;

test.each([
  ["rw,errors=remount-ro", false],
  ["ro,errors=remount-ro", true],
  ["rw,emergency_ro,errors=remount-ro", true],
  ["rw,shutdown", true],
])("reads from the options %s whether a home is read-only", (options, isReadOnly) => {
  const mounts = [
    "22 1 254:0 / / ro,relatime - ext4 /dev/vda ro",
    `61 60 7:0 / /sys/home rw,nosuid,nodev,relatime - ext4 /dev/loop0 ${options}`,
  ];
  expect(isHomeReadOnly(mounts.join("\n"))).toBe(isReadOnly);
});

test("allocates the holes of an image and keeps its content", async () => {
  const imagePath = path.join(folder, "home.img");
  writeFileSync(imagePath, "content");
  truncateSync(imagePath, MEBIBYTE);
  const watch = watchImages(
    () => [{ imagePath, identity: process }],
    () => undefined,
    { error: console.error, warn: console.error },
  );
  onTestFinished(() => watch.stop());
  await expect.poll(() => allocatedBytes(imagePath), { timeout: 30_000 }).toBeGreaterThanOrEqual(MEBIBYTE);
  expect(execFileSync("head", ["-c", "7", imagePath], { encoding: "utf8" })).toBe("content");
});
