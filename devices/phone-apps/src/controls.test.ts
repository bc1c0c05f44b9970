import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "./language/languages.ts";
import { DeviceDriver, smallScreen } from "./testing/device-driver.ts";
import { EVERY_SCREEN, openScreen } from "./testing/every-screen.ts";

let device: DeviceDriver;
beforeAll(async () => {
  device = await DeviceDriver.start(smallScreen);
});
afterEach(() => device.reset());
afterAll(() => device[Symbol.asyncDispose]());

/** Returns descriptions of faulty controls on the screen. */
function problems(packageName: string): string[] {
  const controls = device.controls().filter((node) => node.clickable && node.packageName === packageName);
  if (controls.length === 0) return ["there is none"];
  const below = device.controls().filter((node) => node.packageName === "com.terrarium.keyboard");
  const bottom = Math.min(device.ui.display.heightPx - 30, ...below.map(({ bounds }) => bounds.top));
  const tell = ({ id, description, text, bounds }: HierarchyNode): string =>
    `${id} ${description} ${text} ${JSON.stringify(bounds)}`;
  const told = controls.map(tell);
  return [
    ...controls.filter((node) => node.id === "").map((node) => `without an id: ${tell(node)}`),
    ...controls.filter((node) => !isNamed(node) && !isOutside(node)).map((node) => `without a name: ${tell(node)}`),
    ...told.filter((each, index) => told.indexOf(each) !== index).map((each) => `there twice: ${each}`),
    ...controls
      // Controls cut by the screen edge or the keyboard can be scrolled into view.
      .filter(({ bounds }) => bounds.bottom < bottom - 1)
      .filter(({ bounds }) => Math.min(bounds.right - bounds.left, bounds.bottom - bounds.top) < 18)
      .map((node) => `smaller than a finger meets: ${tell(node)}`),
  ];
}

test.each(EVERY_SCREEN)(
  "every control of %s %s %s has an id, a name in each language, and enough room",
  async (packageName, ...taps) => {
    await openScreen(device, packageName, taps);
    for (const { tag } of LANGUAGES) {
      device.ui.settings.put("system", "system_locales", tag);
      expect(problems(packageName)).toEqual([]);
    }
  },
);

function isNamed(node: HierarchyNode): boolean {
  return node.text !== "" || node.description !== "" || node.children.some(isNamed);
}

/** Reports whether the node is the touch area outside a dialog. */
function isOutside(node: HierarchyNode): boolean {
  return node.id.endsWith(":id/touch_outside");
}
