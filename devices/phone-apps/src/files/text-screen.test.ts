import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { provideFiles } from "./testing/provide-files.ts";

let device: DeviceDriver;
const { put, open, view } = provideFiles((started) => (device = started));

describe("a text", () => {
  test("that is long shows only its beginning, with a note", async () => {
    await put("/sdcard/Download/long.txt", "a line of moss\n".repeat(20_000));
    await open("Download", "long.txt");
    await device.shows("Showing the first 65.5 kB of 300 kB");
    expect(device.control("text").text.length).toBeLessThanOrEqual(64 * 1024);
  });

  test("with one very long line shows quickly", async () => {
    await put("/sdcard/Download/app.min.js", "x".repeat(300_000));
    const startMs = processorMs();
    await open("Download", "app.min.js");
    await device.shows("Showing the first 65.5 kB of 300 kB");
    expect(device.control("text").text.startsWith("xxx")).toBe(true);
    expect(processorMs() - startMs).toBeLessThan(10_000);
  });

  test("that is empty, cut mid-character or not UTF-8 still shows", async () => {
    await put("/sdcard/Download/cut.txt", Buffer.concat([Buffer.from("x"), Buffer.from("苔".repeat(40_000))]));
    await put("/sdcard/Download/empty.txt", "");
    await put("/sdcard/Download/latin1.txt", Buffer.from([0x47, 0xfc, 0x6e]));
    await open("Download", "cut.txt");
    await expect.poll(() => device.control("text").text.length).toBeGreaterThan(10_000);
    device.tap("Back");
    await device.shows("empty.txt");
    device.tap("empty.txt");
    await device.shows("0 B");
    device.tap("Back");
    device.tap("latin1.txt");
    await device.shows("G\ufffdn");
  });

  test("that is missing shows an error", async () => {
    view("file:///sdcard/Download/none.txt");
    await device.shows("This item no longer exists");
    expect(device.has("/sdcard/Download/none.txt")).toBe(true);
    device.tap("Back");
    await device.shows("Download");
  });

  test("stays open when the screen rotates", async () => {
    await put("/sdcard/Download/a.txt", "moss");
    await open("Download", "a.txt");
    await device.shows("moss");
    device.turn(true);
    expect(device.has("moss")).toBe(true);
    device.press(KEY_CODES.back);
    await device.shows("a.txt");
  });
});
