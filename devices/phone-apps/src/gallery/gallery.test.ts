import { createCanvas } from "@napi-rs/canvas";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";
import { keepInside, LARGEST_SCALE, NO_ZOOM, zoomAround } from "./zoom.ts";

const BACK = 4;
const white: Color = [255, 255, 255];
type Color = [red: number, green: number, blue: number];

/** Returns a picture with one color in the left half and another in the right half. */
function picture(left: string, right = left): Buffer {
  const canvas = createCanvas(400, 400);
  const context = canvas.getContext("2d");
  context.fillStyle = left;
  context.fillRect(0, 0, 200, 400);
  context.fillStyle = right;
  context.fillRect(200, 0, 200, 400);
  return canvas.toBuffer("image/png");
}

function pixel(device: DeviceDriver, xPx: number, yPx: number): Color {
  const { widthPx, heightPx } = device.ui.display;
  const pixels = device.ui.display.picture(widthPx, heightPx).data();
  const at = (yPx * widthPx + xPx) * 4;
  return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
}

async function openGallery(pictures: Readonly<Record<string, Buffer>>): Promise<DeviceDriver> {
  const device = await DeviceDriver.start();
  await device.files.makeFolder("/sdcard/Pictures/Screenshots", true);
  let seconds = 0;
  for (const [path, bytes] of Object.entries(pictures)) {
    await device.files.write(path, bytes, "replace");
    // The first picture is the latest.
    const takenMs = Date.now() - seconds++ * 1000;
    await device.files.setTimes(path, takenMs, takenMs);
  }
  device.ui.activities.start("com.terrarium.gallery");
  await expect.poll(() => device.texts().some((text) => /\d+ pictures?/.test(text))).toBe(true);
  return device;
}

const three = {
  "/sdcard/Pictures/red.png": picture("#ff0000", "#ffffff"),
  "/sdcard/Pictures/Screenshots/green.png": picture("#00ff00"),
  "/sdcard/DCIM/blue.png": picture("#0000ff"),
};

test("thumbnails show Pictures and DCIM, latest first, by album", async () => {
  await using device = await openGallery(three);
  const colorAt = (name: string, part: number): Color => {
    const { left, top, right, bottom } = device.find(name).bounds;
    return pixel(device, Math.round(left + (right - left) * part), (top + bottom) >> 1);
  };
  await expect.poll(() => [0.25, 0.75].map((part) => colorAt("Picture red.png", part))).toEqual([[255, 0, 0], white]);
  await expect.poll(() => colorAt("Picture green.png", 0.5)).toEqual([0, 255, 0]);
  const lefts = ["red", "green", "blue"].map((name) => device.find(`Picture ${name}.png`).bounds.left);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  device.tap("Screenshots");
  expect(["red", "green", "blue"].map((name) => device.has(`Picture ${name}.png`))).toEqual([false, true, false]);
});

test("a picture is swiped, pinch-zoomed and closed", async () => {
  await using device = await openGallery(three);
  device.tap("Picture red.png");
  expect(device.has("1 / 3")).toBe(true);
  await expect.poll(() => [pixel(device, 60, 640), pixel(device, 660, 640)]).toEqual([[255, 0, 0], white]);
  // Two fingers around the left quarter move from 100 to 400 apart. Then the left quarter fills the screen.
  const fingers = (action: "down" | "move" | "up", apart: number): void => {
    for (const [pointerId, side] of [-1, 1].entries()) {
      device.ui.input.touch({ action, pointerId, xPx: 180 + (side * apart) / 2, yPx: 640 });
    }
  };
  fingers("down", 100);
  for (let apart = 150; apart <= 400; apart += 50) fingers("move", apart);
  fingers("up", 400);
  await expect
    .poll(() => [pixel(device, 60, 640), pixel(device, 560, 640)])
    .toEqual([
      [255, 0, 0],
      [255, 0, 0],
    ]);
  // On a zoomed picture, a drag pans instead of turning to the next picture.
  device.drag(600, 640, 50, 640);
  device.drag(600, 640, 50, 640);
  device.drag(600, 640, 50, 640);
  device.drag(600, 640, 50, 640);
  await expect.poll(() => pixel(device, 560, 640)).toEqual(white);
  expect(device.has("1 / 3")).toBe(true);
  device.press(BACK);
  device.tap("Picture red.png");
  device.drag(600, 640, 100, 640);
  expect(device.has("2 / 3")).toBe(true);
  await expect.poll(() => pixel(device, 360, 640)).toEqual([0, 255, 0]);
  device.drag(100, 640, 600, 640);
  expect(device.has("1 / 3")).toBe(true);
});

test("after a deletion the next picture shows", async () => {
  await using device = await openGallery(three);
  device.tap("Picture red.png", "Delete");
  expect(device.has("red.png will be permanently deleted.")).toBe(true);
  device.tap("Cancel");
  device.tap("Delete", "Delete");
  await expect.poll(() => device.has("green.png")).toBe(true);
  await expect.poll(() => device.has("1 / 2")).toBe(true);
  await expect(device.files.status("/sdcard/Pictures/red.png", false)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a picture shows details and is shared into a note", async () => {
  await using device = await openGallery(three);
  device.tap("Picture blue.png", "Details");
  await expect.poll(() => device.has("400 × 400")).toBe(true);
  expect(device.has("/sdcard/DCIM")).toBe(true);
  device.tap("Close", "Share", "Notes");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.notes");
  expect(device.has("Open picture")).toBe(true);
});

test("a screenshot appears at once", async () => {
  await using device = await DeviceDriver.start();
  device.ui.activities.start("com.terrarium.gallery");
  await expect.poll(() => device.has("No pictures yet")).toBe(true);
  device.tap("Take a screenshot");
  await expect.poll(() => device.has("1 picture")).toBe(true);
});

test("am start opens a picture from any folder", async () => {
  await using device = await DeviceDriver.start();
  await device.files.write("/sdcard/x y.png", picture("#ff00ff"), "replace");
  const view = { action: "android.intent.action.VIEW", dataUri: "file:///sdcard/x%20y.png" };
  expect(device.ui.activities.startIntent(view)).toBe(true);
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.gallery");
  await expect.poll(() => pixel(device, 360, 640)).toEqual([255, 0, 255]);
  expect(device.has("x y.png")).toBe(true);
});

test("a damaged picture shows an error, and so does a missing one", async () => {
  await using device = await openGallery({ "/sdcard/DCIM/broken.png": Buffer.from("no picture") });
  device.tap("Picture broken.png");
  await expect.poll(() => device.has("Can’t show this picture")).toBe(true);
  device.tap("Details");
  await expect.poll(() => device.has("Unknown")).toBe(true);
  device.tap("Close");
  device.ui.activities.startIntent({ action: "android.intent.action.VIEW", dataUri: "file:///sdcard/gone.png" });
  await expect.poll(() => device.has("This picture no longer exists")).toBe(true);
});

test("a file with huge claimed dimensions is not decoded", async () => {
  const bomb = picture("#ffffff");
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);
  await using device = await openGallery({ "/sdcard/DCIM/bomb.png": bomb });
  device.tap("Picture bomb.png");
  await expect.poll(() => device.has("Can’t show this picture")).toBe(true);
  device.tap("Details");
  await expect.poll(() => device.has("100000 × 100000")).toBe(true);
});

test("a large gallery creates only visible rows", async () => {
  await using device = await DeviceDriver.start();
  const bytes = picture("#808000");
  for (let index = 0; index < 300; index++) await device.files.write(`/sdcard/DCIM/${index}.png`, bytes, "replace");
  device.ui.activities.start("com.terrarium.gallery");
  await expect.poll(() => device.has("300 pictures")).toBe(true);
  const count = (): number => device.texts().filter((text) => text.startsWith("Picture ")).length;
  expect(count()).toBeGreaterThan(10);
  for (let swipe = 0; swipe < 12; swipe++) device.drag(360, 1200, 360, 150);
  expect(count()).toBeLessThan(40);
});

test("zooming keeps the point under the fingers, and no gap at the edges", () => {
  const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(number(0.1, 20), number(-300, 300), number(-300, 300), (factor, x, y) => {
      const zoom = zoomAround(NO_ZOOM, factor, x, y);
      // The picture's point under the fingers, relative to the picture's center, unzoomed.
      expect((x - zoom.x) / zoom.scale).toBeCloseTo(x, 6);
      expect((y - zoom.y) / zoom.scale).toBeCloseTo(y, 6);
      expect(zoom.scale).toBeGreaterThanOrEqual(1);
      expect(zoom.scale).toBeLessThanOrEqual(LARGEST_SCALE);
      const inside = keepInside(zoom, { width: 600, height: 600 });
      expect(Math.abs(inside.x)).toBeLessThanOrEqual((600 * (inside.scale - 1)) / 2 + 1e-6);
    }),
  );
});
