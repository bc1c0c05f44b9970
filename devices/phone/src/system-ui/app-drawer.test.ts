import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { expect, test } from "vitest";

function ids(device: DeviceDriver): string[] {
  const all = (node: HierarchyNode): string[] => [node.id, ...node.children.flatMap(all)];
  return device.ui.hierarchy().windows.flatMap(all);
}

const DRAWER = "com.terrarium.launcher:id/apps_view";
const HOME = "com.terrarium.launcher:id/workspace";

/** Returns the lower half of the screen, without the clock. */
function picture(device: DeviceDriver): string {
  const pixels = device.ui.display.picture(72, 128).data();
  return Buffer.from(pixels.subarray(pixels.length / 2)).toString("latin1");
}

test("follows the finger, and opens when dragged far enough", async () => {
  await using device = await DeviceDriver.start();
  const { input } = device.ui;
  const before = picture(device);
  input.touch({ action: "down", pointerId: 0, xPx: 360, yPx: 900 });
  for (const yPx of [880, 800, 700]) input.touch({ action: "move", pointerId: 0, xPx: 360, yPx });
  const pulled = picture(device);
  expect(pulled).not.toBe(before);
  expect(ids(device)).toContain(HOME);
  expect(ids(device)).not.toContain(DRAWER);
  input.touch({ action: "move", pointerId: 0, xPx: 360, yPx: 600 });
  expect(picture(device)).not.toBe(pulled);
  input.touch({ action: "up", pointerId: 0, xPx: 360, yPx: 600 });
  expect(ids(device)).toContain(DRAWER);
  expect(ids(device)).not.toContain(HOME);
});

test("returns after a short drag, closes when dragged down", async () => {
  await using device = await DeviceDriver.start();
  const closed = picture(device);
  device.drag(360, 900, 360, 840);
  expect(picture(device)).toBe(closed);
  device.drag(360, 900, 360, 500);
  const open = picture(device);
  expect(open).not.toBe(closed);
  device.drag(360, 900, 360, 960);
  expect(picture(device)).toBe(open);
  expect(ids(device)).toContain(DRAWER);
  device.drag(360, 700, 360, 1000);
  expect(picture(device)).toBe(closed);
  expect(ids(device)).toContain(HOME);
});

test("a downward drag opens the notifications instead", async () => {
  await using device = await DeviceDriver.start();
  device.drag(360, 700, 360, 1000);
  expect(device.has("No notifications")).toBe(true);
  device.press(4);
  expect(ids(device)).toContain(HOME);
  expect(ids(device)).not.toContain(DRAWER);
});
