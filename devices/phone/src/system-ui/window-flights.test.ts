import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { Stage } from "@terrarium/phone-ui/render/stage";
import { WindowFlights } from "@terrarium/phone-ui/system/window-flights";
import { expect, test, vi } from "vitest";

const frames = { timeout: 90_000, interval: 5 };

/** Returns the colour of the screen's middle, which differs between the wallpaper, a moving window and the open app. */
function middle(device: DeviceDriver): string {
  const { display } = device.ui;
  const picture = display.picture(display.widthPx, display.heightPx);
  const at = (Math.round(picture.height / 2) * picture.width + Math.round(picture.width * 0.9)) * 4;
  return [...picture.data().subarray(at, at + 3)].join(" ");
}

test("apps open and close immediately on an unwatched screen", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  const open = middle(device);
  device.press(3);
  const home = middle(device);
  expect(home).not.toBe(open);
  vi.advanceTimersByTime(10_000);
  expect(middle(device)).toBe(home);
  vi.useRealTimers();
});

test("a window grows from its origin, clipped, to full screen", () => {
  const stage = new Stage({
    widthPx: 720,
    heightPx: 1280,
    densityDpi: 320,
    onError: (error) => expect.fail(String(error)),
  });
  stage.onFrame(() => undefined);
  stage.layoutNow();
  const flights = new WindowFlights(stage);
  flights.launchFrom("com.example", { left: 100, top: 200, right: 190, bottom: 290 });
  const at = flights.opening("com.example");
  const place = (progress: number): number[] => {
    const { scale, translateXPx, translateYPx, clip } = at(progress, stage.root);
    const left = 360 - 360 * scale + translateXPx;
    const top = 640 - 640 * scale + translateYPx;
    return [left, top, left + 720 * scale, top + (clip?.heightPx ?? 1280) * scale].map(Math.round);
  };
  expect(place(0)).toEqual([100, 200, 190, 290]);
  expect(at(0, stage.root).opacity).toBe(0);
  const [left = 0, top = 0, right = 0, bottom = 0] = place(0.4);
  expect(left > 0 && left < 100 && top > 0 && top < 200).toBe(true);
  expect(right > 190 && right < 720 && bottom > 290 && bottom < 1280).toBe(true);
  expect(place(1)).toEqual([0, 0, 720, 1280]);
  // Next, the app is opened from another position.
  expect(place(0)).not.toEqual([100, 200, 190, 290]);
  stage.dispose();
});

test("content beneath a closing window is usable immediately while watched", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  const open = middle(device);
  device.press(3);
  const home = middle(device);
  const stop = device.ui.display.onFrame(() => undefined);
  device.tap("Calculator");
  await expect.poll(() => middle(device), frames).toBe(open);
  device.press(3);
  expect(device.has("Equals")).toBe(false);
  device.tap("Notes");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.notes");
  device.press(3);
  await expect.poll(() => middle(device), frames).toBe(home);
  stop();
});

test("a slightly lifted window returns to its place", async () => {
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

test("apps started or ended during a home animation leave consistent state", async () => {
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
