import { APPS } from "@terrarium/phone-apps/apps";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { App } from "@terrarium/phone-ui/services/app";
import { expect, test } from "vitest";

test("ends an app that throws, keeping the screen and other apps", async () => {
  await using device = await DeviceDriver.start();
  const notes = APPS.find(({ packageName }) => packageName === "com.terrarium.notes") as App; // it is there
  const { Screen } = notes;
  notes.Screen = () => {
    throw new Error("thrown by the app");
  };
  try {
    device.tap("Notes");
    await expect.poll(() => device.texts()).toContain("Notes has stopped");
    expect(device.ui.activities.running()).toEqual([]);
    expect(device.logged.join()).toContain("thrown by the app");
  } finally {
    notes.Screen = Screen;
  }
  device.tap("Calculator");
  expect(device.has("Equals")).toBe(true);
  device.press(3);
  device.tap("Notes");
  expect(device.has("No notes yet")).toBe(true);
});
