import { createCanvas } from "@napi-rs/canvas";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { FILES, provideFiles } from "./testing/provide-files.ts";

let device: DeviceDriver;
const { put, entries, view } = provideFiles((started) => (device = started));

const folders = (): string[] =>
  device
    .controls()
    .filter((node) => node.id === `${FILES}:id/folder`)
    .map((node) => node.description);
const selected = (): string[] =>
  device
    .controls()
    .filter((node) => node.id === `${FILES}:id/folder` && node.selected)
    .map((node) => node.description);

/** Taps a folder of the list on the left. */
function choose(name: string): void {
  const found = device.controls().find((node) => node.id === `${FILES}:id/folder` && node.description === name);
  if (!found) throw new Error(`${name} is not listed among ${folders().join(", ")}`);
  device.tapAt((found.bounds.left + found.bounds.right) / 2, (found.bounds.top + found.bounds.bottom) / 2);
}

function picture(): Buffer {
  const canvas = createCanvas(60, 60);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ff0000";
  context.fillRect(0, 0, 60, 60);
  return canvas.toBuffer("image/png");
}

describe("on a tablet", () => {
  beforeEach(async () => {
    device.ui.settings.put("global", "display_size_forced", "1280,800");
    await device.files.makeFolder("/sdcard/Download/inner", true);
    await put("/sdcard/Download/inner/note.txt", "hello there");
    await put("/sdcard/Pictures/red.png", picture());
    device.ui.activities.start(FILES);
    await vi.waitFor(() => {
      if (!folders().includes("Pictures")) throw new Error(`Pictures is not listed among ${folders().join(", ")}`);
    }, 90_000);
  });

  test("lists the folders beside the content of the chosen one", async () => {
    expect(selected()).toEqual(["Internal storage"]);
    choose("Download");
    await expect.poll(entries).toEqual(["inner"]);
    expect([selected(), device.hasControl("storage")]).toEqual([["Download"], true]);
    device.tap("inner");
    await expect.poll(entries).toEqual(["note.txt"]);
    expect(selected()).toEqual(["Download"]);
    const right = device.control("entry").bounds.left;
    expect(right).toBeGreaterThanOrEqual(device.control("folders").bounds.right);
  });

  test("shows a text on the right, and keeps the list", async () => {
    choose("Download");
    await device.shows("inner");
    device.tap("inner");
    await device.shows("note.txt");
    device.tap("note.txt");
    await device.shows("hello there");
    expect(folders()).toContain("Pictures");
    choose("Pictures");
    await expect.poll(entries).toEqual(["red.png"]);
  });

  test("previews a picture on the right, and opens it from there", async () => {
    choose("Pictures");
    await device.shows("red.png");
    device.tap("red.png");
    const { bounds } = device.control("picture_preview");
    await expect
      .poll(() => device.pixel((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2))
      .toBe("ff0000");
    device.press(KEY_CODES.back);
    await expect.poll(entries).toEqual(["red.png"]);
    device.tap("red.png");
    device.tapControl("open_picture");
    expect(device.ui.activities.foreground().label).toBe("Gallery");
  });

  test("reports a picture that cannot be read", async () => {
    await put("/sdcard/Pictures/red.png", "not a picture");
    view("file:///sdcard/Pictures/red.png");
    await device.shows("Can’t show this picture");
    expect(device.hasControl("picture_preview")).toBe(false);
  });

  test("lists a new folder at once, and forgets a deleted one", async () => {
    await device.files.makeFolder("/sdcard/Trips", false);
    await expect.poll(folders).toContain("Trips");
    choose("Trips");
    await expect.poll(selected).toEqual(["Trips"]);
    await device.files.remove("/sdcard/Trips", true);
    await expect.poll(selected).toEqual(["Internal storage"]);
  });

  test("keeps the open folder when the screen becomes narrow", async () => {
    choose("Download");
    await expect.poll(entries).toEqual(["inner"]);
    device.ui.settings.put("global", "display_size_forced", "360,640");
    expect([folders(), entries()]).toEqual([[], ["inner"]]);
  });
});
