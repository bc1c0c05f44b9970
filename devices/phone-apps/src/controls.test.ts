import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { expect, test } from "vitest";
import { DeviceDriver } from "./testing/device-driver.ts";

/** Screens by app: what to tap, one after the other, from the app's first one. */
const screens: readonly (readonly [app: string, ...taps: string[]])[] = [
  ["settings"],
  ["settings", "Network & internet"],
  ["settings", "Display"],
  ["settings", "Language"],
  ["settings", "Apps", "Notes"],
  ["settings", "Storage"],
  ["settings", "About phone", "Device name"],
  ["files"],
  ["files", "New folder"],
  ["files", "More options"],
  ["files", "Show as grid"],
  ["files", "Search"],
  ["gallery"],
  ["clock"],
  ["clock", "New alarm"],
  ["clock", "World"],
  ["clock", "World", "Add city"],
  ["clock", "Timer"],
  ["clock", "Stopwatch"],
  ["notes"],
  ["notes", "New note"],
  ["calculator"],
  ["calculator", "More functions"],
];

test.each(screens)("every control of %s %s %s has an id and a name", async (app, ...taps) => {
  await using device = await DeviceDriver.start();
  device.ui.activities.start(`com.terrarium.${app}`);
  await expect.poll(() => device.texts().length).toBeGreaterThan(3);
  device.tap(...taps);
  const controls = device.controls().filter((node) => node.clickable && node.packageName === `com.terrarium.${app}`);
  expect(controls.length).toBeGreaterThan(0);
  const unnamed = controls.filter((node) => node.resourceId === "" || (!isNamed(node) && !isOutside(node)));
  expect(unnamed.map(({ resourceId, className, bounds }) => ({ resourceId, className, bounds }))).toEqual([]);
});

function isNamed(node: HierarchyNode): boolean {
  return node.text !== "" || node.contentDesc !== "" || node.children.some(isNamed);
}

/** What a touch beside a dialog meets. */
function isOutside(node: HierarchyNode): boolean {
  return node.resourceId.endsWith(":id/touch_outside");
}
