import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { ScreenNode } from "@terrarium/phone-system/system-ui";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DeviceDriver } from "./testing/device-driver.ts";

/** Screens by app: the labels to tap in order, starting at the app's first screen. */
const screens: readonly (readonly [app: string, ...taps: string[]])[] = [
  ["settings"],
  ["settings", "Network & internet"],
  ["settings", "Display"],
  ["settings", "Language"],
  ["settings", "Apps"],
  ["settings", "Storage"],
  ["settings", "About phone"],
  ["files"],
  ["files", "New folder"],
  ["gallery"],
  ["clock"],
  ["clock", "New alarm"],
  ["clock", "World"],
  ["clock", "Timer"],
  ["clock", "Stopwatch"],
  ["notes"],
  ["notes", "New note"],
  ["contacts"],
  ["contacts", "New contact"],
  ["messages"],
  ["messages", "Start chat"],
  ["calculator"],
  ["calculator", "More functions"],
];

const circumstances: readonly (readonly [name: string, ...settings: [SettingNamespace, string, string][]])[] = [
  ["in Chinese", ["system", "system_locales", "zh-CN"]],
  ["held sideways", ["system", "user_rotation", "1"]],
  ["with large letters", ["system", "font_scale", "1.5"]],
  ["on a tablet", ["global", "display_size_forced", "1280,800"]],
  [
    "with three buttons, sideways",
    ["global", "display_size_forced", "320,533"],
    ["system", "user_rotation", "1"],
    ["secure", "navigation_mode", "0"],
  ],
];

let device: DeviceDriver;

beforeAll(async () => {
  device = await DeviceDriver.start({ widthPx: 360, heightPx: 640, densityDpi: 160 });
});

afterAll(() => device[Symbol.asyncDispose]());

function overlap(a: ScreenNode, b: ScreenNode): boolean {
  const width = Math.min(a.bounds.right, b.bounds.right) - Math.max(a.bounds.left, b.bounds.left);
  const height = Math.min(a.bounds.bottom, b.bounds.bottom) - Math.max(a.bounds.top, b.bounds.top);
  return width > 4 && height > 4;
}

/** Returns descriptions of layout faults on the screen. */
function problems(): string[] {
  const nodes = device.ui.nodes().filter(({ packageName }) => packageName.startsWith("com.terrarium."));
  const texts = nodes.filter(({ kind }) => kind === "text");
  const lying = texts.flatMap((text, index) =>
    texts
      .slice(index + 1)
      .filter((other) => overlap(text, other))
      .map((other) => `“${text.text}” lies over “${other.text}”`),
  );
  const thin = nodes.filter(
    ({ clickable, bounds, packageName }) =>
      clickable && packageName !== "com.terrarium.keyboard" && bounds.right - bounds.left < 32,
  );
  return [...lying, ...thin.map(({ label, text }) => `“${label || text}” is too thin to touch`)];
}

test.each(screens)("%s %s fits in any language, screen size and letter size", (app, ...taps) => {
  device.ui.activities.start(`com.terrarium.${app}`);
  device.tap(...taps);
  const found: Record<string, string[]> = {};
  for (const [name, ...settings] of circumstances) {
    for (const [namespace, key, value] of settings) device.ui.settings.put(namespace, key, value);
    const wrong = problems();
    if (wrong.length > 0) found[name] = wrong;
    for (const [namespace, key] of settings) device.ui.settings.delete(namespace, key);
  }
  device.ui.activities.forceStop(`com.terrarium.${app}`);
  expect(found).toEqual({});
  expect(device.logged).toEqual([]);
});
