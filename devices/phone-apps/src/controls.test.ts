import { createCanvas } from "@napi-rs/canvas";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { insertContact, insertMessage } from "./testing/content-rows.ts";
import { DeviceDriver, smallScreen } from "./testing/device-driver.ts";

/** Screens by app: the labels to tap in order, starting at the app's first screen. */
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
  ["files", "Pictures"],
  ["gallery"],
  ["gallery", "Picture moss.png"],
  ["gallery", "Picture moss.png", "Share"],
  ["gallery", "Picture moss.png", "Details"],
  ["gallery", "Picture moss.png", "Delete"],
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
  ["contacts"],
  ["contacts", "New contact"],
  ["contacts", "Ada"],
  ["contacts", "Ada", "Edit contact"],
  ["contacts", "Ada", "Call"],
  ["contacts", "Ada", "Delete contact"],
  ["messages"],
  ["messages", "Start chat"],
  ["messages", "Ada, 1 unread message"],
  ["messages", "Ada, 1 unread message", "More options"],
  ["browser"],
  ["browser", "Search DuckDuckGo or type an address"],
  ["browser", "More options"],
  ["browser", "1 tab"],
  ["browser", "Files on this device"],
];

let device: DeviceDriver;
beforeAll(async () => {
  device = await DeviceDriver.start(smallScreen);
});
afterEach(() => device.reset());
afterAll(() => device[Symbol.asyncDispose]());

/** Creates content for the apps to show. */
async function furnish(): Promise<void> {
  insertContact(device, { name: "Ada", company: "Engines", phone: "5550142", email: "ada@engines.example", note: "x" });
  insertMessage(device, { address: "5550142", body: "Your code is 4711" });
  // A heads-up notification over the app would receive its touches.
  for (const { packageName, id } of device.ui.notifications.list()) device.ui.notifications.cancel(packageName, id);
  await device.files.write("/sdcard/Pictures/moss.png", createCanvas(20, 20).toBuffer("image/png"), "replace");
}

/** Opens a screen and waits until it has loaded from disk. */
async function goTo(app: string, taps: readonly string[]): Promise<void> {
  device.ui.activities.start(`com.terrarium.${app}`);
  for (const tap of taps) {
    await expect.poll(() => device.has(tap)).toBe(true);
    device.tap(tap);
  }
  await expect.poll(() => device.texts().length).toBeGreaterThan(3);
}

/** Returns descriptions of faulty controls on the screen. */
function problems(app: string): string[] {
  const controls = device.controls().filter((node) => node.clickable && node.packageName === `com.terrarium.${app}`);
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

test.each(screens)(
  "every control of %s %s %s has an id, a name in each language, and enough room",
  async (app, ...taps) => {
    await furnish();
    await goTo(app, taps);
    expect(problems(app)).toEqual([]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(problems(app)).toEqual([]);
  },
);

function isNamed(node: HierarchyNode): boolean {
  return node.text !== "" || node.description !== "" || node.children.some(isNamed);
}

/** Reports whether the node is the touch area outside a dialog. */
function isOutside(node: HierarchyNode): boolean {
  return node.id.endsWith(":id/touch_outside");
}
