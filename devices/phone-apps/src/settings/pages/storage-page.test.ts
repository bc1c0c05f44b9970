import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../../testing/device-driver.ts";
import { provideSettings } from "../testing/provide-settings.ts";

let device: DeviceDriver;
const { openPage, subtitle } = provideSettings((started) => (device = started));

describe("the storage", () => {
  test("shows the size per kind of file, and the rest", async () => {
    await device.files.write("/sdcard/Pictures/a.png", new Uint8Array(300_000), "replace");
    await device.files.write("/sdcard/DCIM/b.png", new Uint8Array(200_000), "replace");
    await device.files.write("/sdcard/Music/c.mp3", new Uint8Array(100_000), "replace");
    await device.files.write("/sdcard/loose.bin", new Uint8Array(400_000), "replace");
    openPage("INTERNAL_STORAGE_SETTINGS");
    const bytes = (id: string): number => Number(/^([\d.]+) kB$/.exec(subtitle(id))?.[1] ?? "0");
    await expect.poll(() => bytes("storage_images")).toBeGreaterThanOrEqual(500);
    expect(bytes("storage_images")).toBeLessThan(540);
    expect(bytes("storage_media")).toBeGreaterThanOrEqual(100);
    expect(bytes("storage_otherFiles")).toBeGreaterThanOrEqual(400);
    expect(bytes("storage_otherFiles")).toBeLessThan(460);
  });

  test("opens Files", () => {
    openPage("INTERNAL_STORAGE_SETTINGS");
    device.tap("Show in Files");
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.files");
  });

  test("computes the sizes again when it is reopened", async () => {
    openPage("INTERNAL_STORAGE_SETTINGS");
    await expect.poll(() => subtitle("storage_downloads")).not.toBe("Calculating…");
    const before = subtitle("storage_downloads");
    await device.files.write("/sdcard/Download/a", new Uint8Array(900_000), "replace");
    device.press(KEY_CODES.back);
    openPage("INTERNAL_STORAGE_SETTINGS");
    await expect.poll(() => subtitle("storage_downloads")).toMatch(/^9\d\d kB$/);
    expect(before).not.toBe(subtitle("storage_downloads"));
  });
});
