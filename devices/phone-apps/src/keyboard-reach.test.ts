import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "./testing/device-driver.ts";
import { EVERY_SCREEN, openScreen } from "./testing/every-screen.ts";

let device: DeviceDriver;

beforeAll(async () => {
  device = await DeviceDriver.start(smallScreen);
});

afterEach(() => device.reset());

afterAll(() => device[Symbol.asyncDispose]());

/** Returns the fields of the app. */
const fields = (packageName: string): HierarchyNode[] =>
  device.controls().filter((node) => node.packageName === packageName && node.className === "android.widget.EditText");

/** Returns the ids of all fields of the app that scrolling shows. */
function reachable(packageName: string): Set<string> {
  const ids = new Set<string>();
  for (const direction of [-1, 1]) {
    for (let step = 0; step < 12; step++) {
      for (const { id } of fields(packageName)) ids.add(id);
      const scrolls = device.controls().filter((node) => node.packageName === packageName && node.scrollable);
      for (const { bounds } of scrolls) {
        const [xPx, yPx] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
        device.ui.input.scroll({ xPx, yPx, horizontal: 0, vertical: direction });
      }
    }
  }
  return ids;
}

test.each(EVERY_SCREEN)("%s %s %s keeps its fields within reach of the keyboard", async (packageName, ...taps) => {
  await openScreen(device, packageName, taps);
  device.ui.settings.put("secure", "show_ime_with_hard_keyboard", "0");
  const [field] = fields(packageName);
  if (!field) return;
  const before = reachable(packageName);
  device.ui.settings.put("secure", "show_ime_with_hard_keyboard", "1");
  const { bounds } = fields(packageName).find(({ id }) => id === field.id) ?? field;
  device.tapAt((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2);
  expect(device.has("Hide keyboard")).toBe(true);
  expect([...before.difference(reachable(packageName))]).toEqual([]);
});
