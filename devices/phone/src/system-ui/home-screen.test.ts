import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test, vi } from "vitest";

test("icons moved into a folder stay there after a restart", async () => {
  await using device = await DeviceDriver.start();
  const middle = (name: string): [number, number] => {
    const { bounds } = device.find(name);
    return [(bounds.left + bounds.right) / 2, bounds.top + 60];
  };
  const [fromX, fromY] = middle("Notes");
  const [toX, toY] = middle("Settings");
  const touch = (action: "down" | "move" | "up", xPx: number, yPx: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx, yPx });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  touch("down", fromX, fromY);
  // A long press lifts the icon.
  vi.advanceTimersByTime(600);
  vi.useRealTimers();
  for (let step = 1; step <= 10; step++) {
    touch("move", fromX + ((toX - fromX) * step) / 10, fromY + ((toY - fromY) * step) / 10);
  }
  touch("up", toX, toY);
  expect(device.has("Folder")).toBe(true);
  await using again = await DeviceDriver.start({ dataDir: device.dataDir });
  again.tap("Folder");
  expect([again.has("Notes"), again.has("Settings")]).toEqual([true, true]);
  again.tap("Notes");
  expect(again.ui.activities.foreground().label).toBe("Notes");
});

test("extra apps go to more pages; HOME shows the first", async () => {
  await using device = await DeviceDriver.start({ widthPx: 480, heightPx: 320, densityDpi: 160 });
  const first = device.control("page_indicator").description;
  expect(first).toMatch(/^Page 1 of [2-9]$/);
  device.drag(400, 180, 100, 184);
  expect(device.control("page_indicator").description).toMatch(/^Page 2/);
  device.tap("Notes");
  device.press(KEY_CODES.home);
  expect(device.control("page_indicator").description).toBe(first);
  device.drag(100, 180, 400, 184);
  expect(device.control("page_indicator").description).toBe(first);
});
