import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test } from "vitest";

test("recents show running apps; swipes and Clear all end them", async () => {
  await using device = await DeviceDriver.start();
  const { activities } = device.ui;
  for (const name of ["notes", "calculator", "settings"]) activities.start(`com.terrarium.${name}`);
  device.press(KEY_CODES.appSwitch);
  const { bounds } = device.find("Settings");
  device.drag(360, (bounds.top + bounds.bottom) / 2, 360, 20);
  expect(activities.running().map((app) => app.label)).toEqual(["Calculator", "Notes"]);
  device.tap("Calculator");
  expect(activities.foreground().label).toBe("Calculator");
  device.press(KEY_CODES.appSwitch);
  device.press(KEY_CODES.appSwitch);
  expect(activities.foreground().label).toBe("Notes");
  device.press(KEY_CODES.appSwitch);
  device.tap("Clear all");
  expect(activities.running()).toEqual([]);
  expect(activities.foreground().label).toBe("Home");
});

test("swiping up from the bottom and holding opens recents", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes");
  const at = (action: "down" | "move" | "up", yPx: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx: 360, yPx });
  at("down", 1275);
  for (let y = 1240; y >= 900; y -= 40) at("move", y);
  await expect.poll(() => device.controls().some((node) => node.id.endsWith("id/task"))).toBe(true);
  at("up", 900);
  device.tap("Notes");
  expect(device.ui.activities.foreground().label).toBe("Notes");
});

test("three buttons do the same as the gestures", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("secure", "navigation_mode", "0");
  device.tap("Notes");
  device.drag(2, 640, 400, 640);
  expect(device.ui.activities.foreground().label).toBe("Notes");
  device.tap("Overview", "Notes", "Home");
  expect(device.ui.activities.foreground().label).toBe("Home");
  device.tap("Notes", "Back");
  expect(device.ui.activities.foreground().label).toBe("Home");
});
