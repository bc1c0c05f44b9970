import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { ScreenNode } from "@terrarium/phone-system/system-ui";
import { union, type Rect } from "@terrarium/phone-ui/render/rect";
import { expect, test, vi } from "vitest";

const [home, back, enter, appSwitch] = [3, 4, 66, 187];

test("the home screen shows the time, the date and the apps", async () => {
  const clock = (): string => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format();
  const before = clock();
  await using device = await DeviceDriver.start();
  // The minute may change in between.
  const time = device.has(before) ? before : clock();
  expect(device.texts()).toEqual(expect.arrayContaining([time, "Search apps", "Notes", "Calculator", "Settings"]));
  expect(device.ui.activities.foreground()).toEqual({
    packageName: "com.terrarium.launcher",
    component: "com.terrarium.launcher/.MainActivity",
    label: "Home",
  });
});

test("disposing a screen twice does not affect others", async () => {
  await using device = await DeviceDriver.start();
  await using other = await DeviceDriver.start();
  device.ui.dispose();
  expect(() => device.ui.dispose()).not.toThrow();
  other.tap("Notes");
  expect(other.ui.activities.foreground().label).toBe("Notes");
});

function enclosing(nodes: readonly ScreenNode[]): Rect {
  return nodes.map((node) => node.bounds).reduce(union);
}

function widthDp(node: ScreenNode, densityDpi: number): number {
  return ((node.bounds.right - node.bounds.left) * 160) / densityDpi;
}

/** Returns Material's minimum of 48 dp, or less for keyboard keys, which cannot be that wide. */
function touchableDp(node: ScreenNode): number {
  return node.packageName === "com.terrarium.keyboard" ? 24 : 48;
}

test.each([
  [720, 1600, 320],
  [1080, 2424, 420],
  [720, 1280, 320],
  [480, 800, 240],
  [1280, 800, 213],
])("at %dx%d, %d dpi, shows everything visible and touchable", async (widthPx, heightPx, densityDpi) => {
  await using device = await DeviceDriver.start({ widthPx, heightPx, densityDpi });
  const screens = [
    () => undefined,
    () => device.tap("Search apps"),
    () => device.tap("Notes"),
    () => device.tap("Calculator"),
    () => device.tap("Settings"),
  ];
  for (const open of screens) {
    device.press(home);
    open();
    const nodes = device.ui.nodes();
    const { left, top, right, bottom } = enclosing(nodes);
    expect(left >= 0 && top >= 0 && right <= widthPx && bottom <= heightPx).toBe(true);
    const small = nodes.filter((node) => node.clickable && widthDp(node, densityDpi) < touchableDp(node));
    expect(small.map((node) => node.label)).toEqual([]);
  }
});

test("search filters the apps, and ENTER opens the first", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("SET");
  expect(device.has("Settings")).toBe(true);
  expect(device.has("Calculator")).toBe(false);
  device.press(enter);
  expect(device.ui.activities.foreground().label).toBe("Settings");
  device.press(back);
  device.tap("Search apps");
  device.ui.input.text("nothing like it");
  expect(device.has("No apps match “nothing like it”")).toBe(true);
  device.tap("Clear", "Notes");
  expect(device.ui.activities.foreground().label).toBe("Notes");
});

test("BACK closes keyboard, then search; swipe up opens all apps", async () => {
  await using device = await DeviceDriver.start();
  device.drag(360, 700, 360, 300);
  expect(device.find("Search apps").kind).toBe("field");
  expect(device.has("Space")).toBe(false);
  device.press(back);
  device.tap("Search apps");
  expect(device.has("Space")).toBe(true);
  device.press(back);
  expect(device.has("Space")).toBe(false);
  expect(device.find("Search apps").kind).toBe("field");
  device.press(back);
  expect(device.find("Search apps").kind).toBe("view");
});

test("swiping up from the pill goes home, from the edge back", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  device.drag(360, 1270, 360, 900);
  expect(device.ui.activities.foreground().label).toBe("Home");
  device.tap("Notes", "New note");
  device.press(back); // the keyboard
  device.drag(2, 640, 300, 640);
  expect(device.has("No notes yet")).toBe(true);
  device.drag(718, 640, 400, 650);
  expect(device.ui.activities.foreground().label).toBe("Home");
});

test("an app keeps its state in the background until stopped", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Settings", "Apps");
  expect(device.has("Search settings")).toBe(false);
  device.press(home);
  device.tap("Calculator");
  device.press(appSwitch);
  device.tap("Settings");
  expect(device.has("Search settings")).toBe(false);
  device.ui.activities.forceStop("com.terrarium.settings");
  expect(device.ui.activities.foreground().label).toBe("Home");
  expect(device.ui.activities.start("com.terrarium.settings")).toBe(true);
  expect(device.has("Search settings")).toBe(true);
  expect(device.ui.activities.start("com.example.missing")).toBe(false);
});

test("a list scrolls by finger, wheel and keys within limits", async () => {
  await using device = await DeviceDriver.start({ widthPx: 480, heightPx: 800, densityDpi: 240 });
  device.tap("Settings");
  const top = (): number => device.find("Apps").bounds.top;
  const before = top();
  device.drag(240, 600, 240, 500);
  expect(before - top()).toBe(100);
  device.ui.input.scroll({ xPx: 240, yPx: 400, horizontal: 0, vertical: 1 });
  expect(before - top()).toBe(100 - 84);
  device.press(92); // page up
  expect(top()).toBe(before);
  device.press(93); // page down
  expect(device.has("Apps") ? top() : 0).toBeLessThan(before);
});

test("a press that moves away is ignored", async () => {
  await using device = await DeviceDriver.start();
  const { bounds } = device.find("Notes");
  const at = { pointerId: 0, xPx: bounds.left + 20, yPx: bounds.top + 20 };
  device.ui.input.touch({ action: "down", ...at });
  device.ui.input.touch({ action: "move", ...at, xPx: at.xPx + 60 });
  device.ui.input.touch({ action: "up", ...at, xPx: at.xPx + 60 });
  device.ui.input.touch({ action: "down", ...at });
  device.ui.input.touch({ action: "cancel", ...at });
  expect(device.ui.activities.foreground().label).toBe("Home");
});

test("odd input does no harm", async () => {
  await using device = await DeviceDriver.start();
  device.ui.input.touch({ action: "up", pointerId: 9, xPx: -5, yPx: 1e9 });
  device.ui.input.touch({ action: "down", pointerId: 9, xPx: Number.NaN, yPx: -1 });
  device.ui.input.scroll({ xPx: -1, yPx: -1, horizontal: Number.NaN, vertical: Number.NaN });
  device.ui.input.text("nobody listens");
  device.press(-7);
  device.press(9999);
  expect(device.has("Search apps")).toBe(true);
  // All Android keys, including CAMERA and CALL.
  for (let keyCode = 0; keyCode <= 320; keyCode++) if (keyCode !== 120) device.press(keyCode);
  device.ui.power.unlock();
  device.press(home);
  device.press(home);
  expect(device.has("Search apps")).toBe(true);
  expect(device.logged).toEqual([]);
});

test("copy, cut and paste use the device's clipboard", async () => {
  await using device = await DeviceDriver.start();
  device.ui.clipboard.set("fern");
  device.tap("Search apps");
  device.press(279); // paste
  device.press(50, 0x1000); // Ctrl+V
  expect(device.find("Search apps").text).toBe("fernfern");
  device.press(277); // cut, with nothing selected
  expect(device.find("Search apps").text).toBe("fernfern");
  device.press(29, 0x1000); // Ctrl+A
  device.press(277);
  expect(device.find("Search apps").text).toBe("");
  expect(device.ui.clipboard.get()).toBe("fernfern");
});

test("draws nothing when idle, and one frame per unwatched change", async () => {
  await using device = await DeviceDriver.start();
  const png = await device.ui.display.capturePng();
  expect(Buffer.from(png.subarray(1, 4)).toString()).toBe("PNG");
  const frame = vi.fn<() => void>();
  const stop = device.ui.display.onFrame(frame);
  device.ui.nodes();
  expect(frame).not.toHaveBeenCalled();
  device.tap("Calculator");
  device.ui.nodes();
  expect(frame).toHaveBeenCalled();
  stop();
  expect(device.logged).toEqual([]);
});

test("an app opens with an animation while the screen is watched", async () => {
  await using watched = await DeviceDriver.start();
  await using unwatched = await DeviceDriver.start();
  let frames = 0;
  watched.ui.display.onFrame(() => frames++);
  watched.tap("Settings");
  unwatched.tap("Settings");
  const pixels = (device: DeviceDriver): Buffer => Buffer.from(device.ui.display.picture(720, 1280).data());
  expect(pixels(watched).equals(pixels(unwatched))).toBe(false);
  await vi.waitFor(() => expect(pixels(watched).equals(pixels(unwatched))).toBe(true), { timeout: 45_000 });
  expect(frames).toBeGreaterThan(1);
});
