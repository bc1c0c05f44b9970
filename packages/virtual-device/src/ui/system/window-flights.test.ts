import { expect, test } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";

const frames = { timeout: 15_000, interval: 5 };

/** The colour of the screen's middle, which the wallpaper, a window on its way and the open app each have otherwise. */
function middle(device: DeviceDriver): string {
  const { display } = device.ui;
  const picture = display.picture(display.widthPx, display.heightPx);
  const at = (Math.round(picture.height / 2) * picture.width + Math.round(picture.width * 0.9)) * 4;
  return [...picture.data().subarray(at, at + 3)].join(" ");
}

test("with nobody watching an app is open, and closed, at once", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  const open = middle(device);
  device.press(3);
  const home = middle(device);
  expect(home).not.toBe(open);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(middle(device)).toBe(home);
});

test("watched, a window grows out of its icon and goes back into it; what is beneath can be used at once", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  const open = middle(device);
  device.press(3);
  const home = middle(device);
  let drawn = 0;
  const stop = device.ui.display.onFrame(() => drawn++);
  device.tap("Calculator");
  expect(middle(device)).not.toBe(open);
  await expect.poll(() => middle(device), frames).toBe(open);
  drawn = 0;
  device.press(3);
  // The window is still seen, but it is no longer told of, and touches go to the icons.
  expect(device.has("Equals")).toBe(false);
  expect(middle(device)).not.toBe(home);
  await expect.poll(() => middle(device), frames).toBe(home);
  expect(drawn).toBeGreaterThan(1);
  device.tap("Notes");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.notes");
  stop();
});

test("a window that a finger lifted a little goes back to its place", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  const open = middle(device);
  const stop = device.ui.display.onFrame(() => undefined);
  await expect.poll(() => middle(device), frames).toBe(open);
  device.drag(360, 1270, 360, 1225);
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.calculator");
  await expect.poll(() => middle(device), frames).toBe(open);
  stop();
});

test("an app started while it goes home stays in front, and one that ends on its way leaves nothing behind", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  const open = middle(device);
  device.press(3);
  const home = middle(device);
  const stop = device.ui.display.onFrame(() => undefined);
  device.tap("Calculator");
  await expect.poll(() => middle(device), frames).toBe(open);
  device.press(3);
  device.ui.activities.start("com.terrarium.calculator");
  await expect.poll(() => middle(device), frames).toBe(open);
  expect(device.has("Equals")).toBe(true);
  device.press(3);
  device.ui.activities.stop("com.terrarium.calculator");
  await expect.poll(() => middle(device), frames).toBe(home);
  stop();
});
