import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test } from "vitest";

test("a double tap selects a word and shows cut, copy, paste", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("moss fern");
  const { bounds } = device.find("Search apps");
  const y = (bounds.top + bounds.bottom) / 2;
  for (const [index, action] of (["down", "up", "down", "up"] as const).entries()) {
    device.ui.input.touch({ action, pointerId: 0, xPx: bounds.left + 60, yPx: y, timeMs: 1000 + index * 50 });
  }
  device.tap("Cut");
  expect(device.ui.clipboard.get()).toBe("moss");
  expect(device.find("Search apps").text).toBe(" fern");
  device.tapAt(bounds.right - 40, y);
  device.press(KEY_CODES.paste);
  expect(device.find("Search apps").text).toBe(" fernmoss");
});

test("dragging after a double tap extends by whole words", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("moss fern ivy");
  const { bounds } = device.find("Search apps");
  const yPx = (bounds.top + bounds.bottom) / 2;
  const touch = (action: "down" | "move" | "up", dx: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx: bounds.left + 60 + dx, yPx });
  const copied = (): string => {
    device.press(KEY_CODES.copy);
    return device.ui.clipboard.get();
  };
  touch("down", 0);
  await expect.poll(() => device.has("Copy")).toBe(true);
  touch("move", 1);
  expect(copied()).toBe("moss");
  touch("move", 90);
  expect(copied()).toBe("moss fern");
  touch("move", 0);
  touch("up", 0);
  expect(copied()).toBe("moss");
});

test("a long press selects a word, and a handle extends it", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("moss fern");
  const { bounds } = device.find("Search apps");
  const touch = { pointerId: 0, xPx: bounds.left + 60, yPx: (bounds.top + bounds.bottom) / 2 };
  device.ui.input.touch({ action: "down", ...touch });
  await expect.poll(() => device.has("Copy")).toBe(true);
  device.ui.input.touch({ action: "up", ...touch });
  const handle = device.control("selection_end_handle").bounds;
  const from = { x: (handle.left + handle.right) / 2, y: handle.top + 20 };
  device.drag(from.x, from.y, bounds.right - 10, from.y);
  device.tap("Copy");
  expect(device.ui.clipboard.get()).toBe("moss fern");
});
