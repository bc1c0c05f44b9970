import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { ScreenNode } from "@terrarium/phone-system/system-ui";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "./language/languages.ts";
import { DeviceDriver, smallScreen } from "./testing/device-driver.ts";
import { EVERY_SCREEN, openScreen } from "./testing/every-screen.ts";

type Circumstance = readonly [name: string, ...settings: [SettingNamespace, string, string][]];

const circumstances: readonly Circumstance[] = [
  ...LANGUAGES.map(({ name, tag }): Circumstance => [`in ${name}`, ["system", "system_locales", tag]]),
  ["on a tall phone", ["global", "display_size_forced", "360,800"]],
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
  device = await DeviceDriver.start(smallScreen);
});

afterEach(() => device.reset());

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

test.each(EVERY_SCREEN)("%s %s %s fits in any language, screen size and letter size", async (packageName, ...taps) => {
  await openScreen(device, packageName, taps);
  const found: Record<string, string[]> = {};
  for (const [name, ...settings] of circumstances) {
    for (const [namespace, key, value] of settings) device.ui.settings.put(namespace, key, value);
    const wrong = problems();
    if (wrong.length > 0) found[name] = wrong;
    for (const [namespace, key] of settings) device.ui.settings.delete(namespace, key);
  }
  expect(found).toEqual({});
});
