import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { expect, test, vi } from "vitest";

const keys = {
  home: 3,
  back: 4,
  volumeUp: 24,
  power: 26,
  sysrq: 120,
  appSwitch: 187,
  sleep: 223,
  wakeUp: 224,
} as const;

function flat(nodes: readonly HierarchyNode[]): HierarchyNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

function tree(device: DeviceDriver): HierarchyNode[] {
  return flat(device.ui.hierarchy().windows);
}

function byId(device: DeviceDriver, id: string): HierarchyNode {
  const found = tree(device).find((node) => node.resourceId.endsWith(`:id/${id}`));
  if (!found) throw new Error(`nothing has the id ${id}`);
  return found;
}

/** Fingers that move together, one straight line each, a step in each frame. */
function move(device: DeviceDriver, lines: readonly (readonly [number, number, number, number])[], steps = 8): void {
  let timeMs = performance.now();
  const touch = (action: "down" | "move" | "up", part: number): void => {
    for (const [pointerId, [fromX, fromY, toX, toY]] of lines.entries()) {
      device.ui.input.touch({
        action,
        pointerId,
        xPx: fromX + (toX - fromX) * part,
        yPx: fromY + (toY - fromY) * part,
        timeMs,
      });
    }
    timeMs += 16;
  };
  touch("down", 0);
  for (let step = 1; step <= steps; step++) touch("move", step / steps);
  touch("up", 1);
}

test("the hierarchy names everything as Android does, and leaves out what nobody can see", async () => {
  await using device = await DeviceDriver.start();
  expect(byId(device, "clock").className).toBe("android.widget.TextView");
  expect(byId(device, "search_container")).toMatchObject({
    resourceId: "com.terrarium.launcher:id/search_container",
    contentDesc: "Search apps",
    clickable: true,
    packageName: "com.terrarium.launcher",
  });
  expect(byId(device, "battery")).toMatchObject({
    packageName: "com.android.systemui",
    className: "android.widget.ImageView",
  });
  device.tap("Search apps");
  expect(byId(device, "search_box_input")).toMatchObject({
    className: "android.widget.EditText",
    focused: true,
    focusable: true,
    longClickable: true,
    text: "Search apps",
  });
  expect(tree(device).some((node) => node.packageName === "com.terrarium.keyboard")).toBe(true);
  expect(tree(device).some((node) => node.resourceId.endsWith("search_container"))).toBe(false);
  device.ui.panels.expandSettings();
  const tile = byId(device, "tile_dark_theme");
  expect(tile).toMatchObject({ className: "android.widget.Switch", checkable: true, checked: true });
  // The shade takes every touch, so what is beneath is not told of.
  expect(new Set(tree(device).map((node) => node.packageName))).toEqual(new Set(["com.android.systemui"]));
});

test("turning the device lays it out anew, and apps keep what they have", async () => {
  await using device = await DeviceDriver.start();
  const resized = vi.fn<() => void>();
  device.ui.display.onResize(resized);
  device.tap("Search apps");
  device.ui.input.text("fern");
  device.ui.display.rotate();
  const { display } = device.ui;
  expect([display.widthPx, display.heightPx, display.rotation]).toEqual([1280, 720, 1]);
  expect(resized).toHaveBeenCalledTimes(1);
  expect(device.ui.hierarchy().rotation).toBe(1);
  expect(device.find("Search apps").text).toBe("fern");
  expect(device.find("Space").bounds.bottom).toBeLessThanOrEqual(720);
  const png = await display.capturePng();
  expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(1280);
  device.ui.settings.put("system", "user_rotation", "2");
  expect([display.widthPx, display.rotation]).toEqual([720, 2]);
  device.ui.settings.put("system", "user_rotation", "0");
  expect(device.find("Search apps").text).toBe("fern");
});

test("the shade comes down with the finger, its tiles change the device, and BACK closes it", async () => {
  await using device = await DeviceDriver.start();
  device.drag(360, 4, 360, 900);
  expect(byId(device, "no_notifications").text).toBe("No notifications");
  device.drag(360, 300, 360, 700);
  device.tap("Airplane mode, Off");
  expect(device.ui.settings.get("global", "airplane_mode_on")).toBe("1");
  device.tap("Dark theme, On");
  expect(device.ui.settings.get("secure", "ui_night_mode")).toBe("1");
  const slider = byId(device, "brightness_slider").bounds;
  device.tapAt((slider.left + slider.right) / 2, slider.top + 10);
  expect(Number(device.ui.settings.get("system", "screen_brightness"))).toBeCloseTo(128, -1);
  device.press(keys.back);
  device.press(keys.back);
  expect(device.has("Airplane mode, On")).toBe(false);
  expect(device.has("Search apps")).toBe(true);
});

test("brightness is the panel's and shows in no picture of the screen", async () => {
  await using device = await DeviceDriver.start();
  const before = await device.ui.display.capturePng();
  device.ui.settings.put("system", "screen_brightness", "10");
  expect(Buffer.from(await device.ui.display.capturePng()).equals(before)).toBe(true);
});

test("a toast is told of, takes no touches, and goes by itself", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Clock", "New alarm", "Save");
  const toast = byId(device, "message");
  expect(toast.text).toMatch(/^Rings in/);
  const { left, top, right } = toast.bounds;
  // What is below the finger scrolls or is pressed, and the toast is still there.
  device.drag((left + right) / 2, top + 4, (left + right) / 2, top - 200);
  const shown = (): boolean => tree(device).some((node) => node.resourceId === toast.resourceId);
  expect(shown()).toBe(true);
  await expect.poll(shown, { timeout: 15_000 }).toBe(false);
});

test("a notification opens what it is about, or is swiped away", async () => {
  await using device = await DeviceDriver.start();
  const { notifications, panels, activities } = device.ui;
  notifications.post({ packageName: "com.terrarium.notes", title: "Ferns", text: "want water" });
  const opened = vi.fn<() => void>();
  notifications.post({ packageName: "com.terrarium.settings", title: "Update", text: "done", onOpen: opened });
  panels.expandNotifications();
  expect(
    tree(device)
      .filter((node) => node.resourceId.endsWith("id/title"))
      .map((node) => node.text),
  ).toEqual(["Update", "Ferns"]);
  device.tap("Settings: Update");
  expect(opened).toHaveBeenCalledTimes(1);
  panels.expandNotifications();
  device.tap("Notes: Ferns");
  expect(activities.foreground().label).toBe("Notes");
  expect(notifications.list()).toEqual([]);
  notifications.post({ packageName: "com.terrarium.notes", title: "Moss", text: "is fine" });
  panels.expandNotifications();
  const { bounds } = device.find("Notes: Moss");
  device.drag(bounds.left + 60, bounds.top + 40, bounds.left + 500, bounds.top + 44);
  expect(notifications.list()).toEqual([]);
  expect(byId(device, "no_notifications").text).toBe("No notifications");
});

test("an urgent notification comes down over what is in front, unless the device is not to be disturbed", async () => {
  await using device = await DeviceDriver.start();
  const ring = {
    packageName: "com.terrarium.notes",
    id: "ring",
    title: "Ring",
    text: "now",
    urgent: true,
    ongoing: true,
  };
  const stop = vi.fn<() => void>();
  device.ui.notifications.post({ ...ring, actions: [{ label: "Stop", onPress: stop }] });
  device.tap("Stop");
  expect(stop).toHaveBeenCalledTimes(1);
  expect(device.has("Ring")).toBe(false);
  device.ui.settings.put("global", "zen_mode", "1");
  device.ui.notifications.post(ring);
  expect(device.has("Ring")).toBe(false);
  expect(device.ui.notifications.list()).toHaveLength(1);
});

test("what rings lights a dark screen up and can be stopped there", async () => {
  await using device = await DeviceDriver.start();
  const stop = vi.fn<() => void>();
  device.ui.power.sleep();
  device.ui.notifications.post({
    packageName: "com.terrarium.clock",
    title: "07:30",
    text: "Alarm",
    urgent: true,
    ongoing: true,
    actions: [{ label: "Stop", onPress: stop }],
  });
  expect([device.ui.power.awake, device.ui.power.locked]).toEqual([true, true]);
  device.tap("Stop");
  expect(stop).toHaveBeenCalledTimes(1);
});

test("recents show the running apps; a swipe up ends one, Clear all the rest", async () => {
  await using device = await DeviceDriver.start();
  const { activities } = device.ui;
  for (const name of ["notes", "calculator", "settings"]) activities.start(`com.terrarium.${name}`);
  device.press(keys.appSwitch);
  const { bounds } = device.find("Settings");
  device.drag(360, (bounds.top + bounds.bottom) / 2, 360, 20);
  expect(activities.running().map((app) => app.label)).toEqual(["Calculator", "Notes"]);
  device.tap("Calculator");
  expect(activities.foreground().label).toBe("Calculator");
  device.press(keys.appSwitch);
  device.press(keys.appSwitch);
  expect(activities.foreground().label).toBe("Notes");
  device.press(keys.appSwitch);
  device.tap("Clear all");
  expect(activities.running()).toEqual([]);
  expect(activities.foreground().label).toBe("Home");
});

test("a finger that goes up from the bottom and rests opens recents", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes");
  const at = (action: "down" | "move" | "up", yPx: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx: 360, yPx });
  at("down", 1275);
  for (let y = 1240; y >= 900; y -= 40) at("move", y);
  await expect.poll(() => tree(device).some((node) => node.resourceId.endsWith("id/task"))).toBe(true);
  at("up", 900);
  device.tap("Notes");
  expect(device.ui.activities.foreground().label).toBe("Notes");
});

test("three buttons do what the gestures do", async () => {
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

test("POWER turns the screen off; a device that was off is locked until a swipe up", async () => {
  await using device = await DeviceDriver.start();
  const { power, input } = device.ui;
  expect([power.awake, power.locked]).toEqual([true, false]);
  device.tap("Notes");
  device.press(keys.power);
  expect(power.awake).toBe(false);
  expect(device.ui.nodes()).toEqual([]);
  const black = device.ui.display.picture(72, 128).data();
  expect(black.some((value, index) => index % 4 !== 3 && value !== 0)).toBe(false);
  device.press(keys.home);
  input.text("nobody sees this");
  expect(power.awake).toBe(false);
  device.press(keys.wakeUp);
  expect([power.awake, power.locked]).toEqual([true, true]);
  device.press(keys.home);
  expect(device.has("Swipe up to unlock")).toBe(true);
  device.drag(360, 1000, 360, 300);
  expect(power.locked).toBe(false);
  expect(device.ui.activities.foreground().label).toBe("Notes");
  device.press(keys.sleep);
  device.press(keys.sleep);
  expect(power.awake).toBe(false);
});

test("the screen goes dark after the time that is set, and not before", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("system", "screen_off_timeout", "80");
  await expect.poll(() => device.ui.power.awake).toBe(false);
});

test("SYSRQ keeps a screenshot among the files and says so", async () => {
  await using device = await DeviceDriver.start();
  device.press(keys.sysrq);
  await expect.poll(() => device.ui.notifications.list().map((each) => each.title)).toEqual(["Screenshot saved"]);
  const [shot] = await device.files.list("/sdcard/Pictures/Screenshots");
  expect(shot?.name).toMatch(/^Screenshot_\d{8}-\d{6}\.png$/);
  const png = await device.files.readAll(`/sdcard/Pictures/Screenshots/${shot?.name}`, 1e8);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("the volume keys change the volume and show it", async () => {
  await using device = await DeviceDriver.start();
  device.press(keys.volumeUp);
  expect(device.ui.settings.get("system", "volume_music")).toBe("9");
  expect(byId(device, "volume_row_slider").contentDesc).toBe("Volume, 60%");
});

test("font size and language change every text at once", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Settings");
  const height = (name: string): number => device.find(name).bounds.bottom - device.find(name).bounds.top;
  const before = height("Settings");
  device.ui.settings.put("system", "font_scale", "1.5");
  expect(height("Settings")).toBeGreaterThan(before * 1.3);
  device.ui.settings.put("system", "system_locales", "zh-CN");
  expect(device.ui.activities.foreground().label).toBe("设置");
  expect(device.has("设置")).toBe(true);
  device.press(keys.home);
  expect(device.has("搜索应用")).toBe(true);
});

test("a device in Japanese writes what came from China as Japan does, in any text", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note");
  device.ui.input.text("直角");
  const drawn = (): string => {
    const { left, top, right, bottom } = device.find("直角").bounds;
    const pixels = device.ui.display.picture(720, 1280).data();
    const rows = Array.from({ length: bottom - top }, (_, row) => (top + row) * 720);
    return Buffer.concat(rows.map((row) => pixels.subarray((row + left) * 4, (row + right) * 4))).toString("base64");
  };
  const chinese = drawn();
  device.ui.settings.put("system", "system_locales", "ja-JP,en-US");
  expect(drawn()).not.toEqual(chinese);
  device.ui.settings.put("system", "system_locales", "en-US,ja-JP");
  expect(drawn()).toEqual(chinese);
});

test("the device's settings are kept over a restart", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("secure", "ui_night_mode", "1");
  device.ui.settings.put("system", "user_rotation", "1");
  await using again = await DeviceDriver.start({ dataDir: device.dataDir });
  expect(again.ui.display.widthPx).toBe(1280);
  again.ui.panels.expandSettings();
  expect(again.has("Dark theme, Off")).toBe(true);
});

test("a double tap selects a word; cut, copy and paste stand above it", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("moss fern");
  const { bounds } = device.find("Search apps");
  const y = (bounds.top + bounds.bottom) / 2;
  for (const [index, action] of (["down", "up", "down", "up"] as const).entries()) {
    device.ui.input.touch({ action, pointerId: 0, xPx: bounds.left + 60, yPx: y, timeMs: 1000 + index * 50 });
  }
  device.tap("Cut");
  expect(device.ui.clipboard.get()).toBe("moss");
  expect(device.find("Search apps").text).toBe(" fern");
  device.tapAt(bounds.right - 40, y);
  device.press(279);
  expect(device.find("Search apps").text).toBe(" fernmoss");
});

test("a finger that has selected a word takes in whole words as it goes on, and never less than the first", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("moss fern ivy");
  const { bounds } = device.find("Search apps");
  const yPx = (bounds.top + bounds.bottom) / 2;
  const touch = (action: "down" | "move" | "up", dx: number): void =>
    device.ui.input.touch({ action, pointerId: 0, xPx: bounds.left + 60 + dx, yPx });
  const copied = (): string => {
    device.press(278);
    return device.ui.clipboard.get();
  };
  touch("down", 0);
  await expect.poll(() => device.has("Copy")).toBe(true);
  touch("move", 1);
  expect(copied()).toBe("moss");
  touch("move", 90);
  expect(copied()).toBe("moss fern");
  touch("move", 0);
  touch("up", 0);
  expect(copied()).toBe("moss");
});

test("a long press selects a word, and a handle takes in more", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("moss fern");
  const { bounds } = device.find("Search apps");
  const touch = { pointerId: 0, xPx: bounds.left + 60, yPx: (bounds.top + bounds.bottom) / 2 };
  device.ui.input.touch({ action: "down", ...touch });
  await expect.poll(() => device.has("Copy")).toBe(true);
  device.ui.input.touch({ action: "up", ...touch });
  const handle = byId(device, "selection_end_handle").bounds;
  const from = { x: (handle.left + handle.right) / 2, y: handle.top + 20 };
  device.drag(from.x, from.y, bounds.right - 10, from.y);
  device.tap("Copy");
  expect(device.ui.clipboard.get()).toBe("moss fern");
});

test("icons can be moved into a folder, which is there after a restart", async () => {
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
  // Held, the icon is lifted from its place.
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

test("where the apps do not fit on one page there are more, and HOME leads to the first", async () => {
  await using device = await DeviceDriver.start({ widthPx: 480, heightPx: 320, densityDpi: 160 });
  const first = byId(device, "page_indicator").contentDesc;
  expect(first).toMatch(/^Page 1 of [2-9]$/);
  device.drag(400, 180, 100, 184);
  expect(byId(device, "page_indicator").contentDesc).toMatch(/^Page 2/);
  device.tap("Notes");
  device.press(keys.home);
  expect(byId(device, "page_indicator").contentDesc).toBe(first);
  device.drag(100, 180, 400, 184);
  expect(byId(device, "page_indicator").contentDesc).toBe(first);
});

test.each([
  [720, 1280, 320, "1.0"],
  [480, 800, 240, "1.6"],
  [800, 480, 240, "1.0"],
  [1200, 1920, 240, "1.3"],
])(
  "at %dx%d, %d dpi and font size %s, the system's own screens can be read and touched",
  async (widthPx, heightPx, densityDpi, scale) => {
    await using device = await DeviceDriver.start({ widthPx, heightPx, densityDpi });
    device.ui.settings.put("system", "font_scale", scale);
    device.ui.activities.start("com.terrarium.notes");
    device.ui.notifications.post({ packageName: "com.terrarium.notes", title: "Ferns", text: "want water" });
    const screens: (() => void)[] = [
      () => device.ui.panels.expandNotifications(),
      () => device.ui.panels.expandSettings(),
      () => device.press(keys.appSwitch),
      () => device.press(keys.volumeUp),
      () => {
        device.press(keys.power);
        device.press(keys.power);
      },
    ];
    for (const open of screens) {
      open();
      const nodes = device.ui.nodes();
      const beyond = nodes.filter(({ bounds }) => bounds.right > widthPx || bounds.bottom > heightPx);
      expect(beyond.map((node) => node.label)).toEqual([]);
      // What is cut off at an edge can be scrolled to.
      const whole = nodes.filter(
        ({ bounds }) => bounds.bottom < heightPx - 60 && bounds.top > 0 && bounds.right < widthPx,
      );
      const widthDp = ({ bounds }: (typeof nodes)[number]): number => ((bounds.right - bounds.left) * 160) / densityDpi;
      expect(whole.filter((node) => node.clickable && widthDp(node) < 44).map((node) => node.label)).toEqual([]);
      device.ui.power.unlock();
      device.ui.panels.collapse();
    }
  },
);

test("developers see the fingers and where they are", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("system", "pointer_location", "1");
  device.ui.settings.put("system", "show_touches", "1");
  const before = device.ui.display.picture(720, 1280).data();
  device.ui.input.touch({ action: "down", pointerId: 0, xPx: 100, yPx: 640 });
  const during = device.ui.display.picture(720, 1280).data();
  const at = (640 * 720 + 100) * 4;
  expect(Buffer.compare(before.subarray(at, at + 4), during.subarray(at, at + 4))).not.toBe(0);
  device.ui.input.touch({ action: "up", pointerId: 0, xPx: 100, yPx: 640 });
});

test("with the keyboard of the screen switched off, typing works without it", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("secure", "show_ime_with_hard_keyboard", "0");
  device.tap("Search apps");
  expect(device.has("Space")).toBe(false);
  device.ui.input.text("no");
  expect(device.find("Search apps").text).toBe("no");
});

test("no sequence of touches and keys breaks the system", async () => {
  await using device = await DeviceDriver.start();
  const codes = Object.values(keys).filter((code) => code !== keys.sysrq);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 150; round++) {
    device.ui.power.unlock();
    const [x, y] = [random(720), random(1280)];
    switch (random(5)) {
      case 0:
        device.press(codes[random(codes.length)] ?? 3);
        break;
      case 1:
        device.drag(x, y, random(720), random(1280));
        break;
      case 2:
        move(device, [
          [x, y, random(720), random(1280)],
          [random(720), random(1280), x, y],
        ]);
        break;
      case 3:
        if (random(8) === 0) device.ui.display.rotate();
        break;
      default:
        device.tapAt(x, y);
    }
  }
  expect(device.ui.hierarchy().windows.length).toBeGreaterThan(0);
  expect(device.logged).toEqual([]);
}, 180_000);

test("MENU unlocks, as scripts expect", async () => {
  await using device = await DeviceDriver.start();
  device.ui.power.sleep();
  device.press(keys.wakeUp);
  device.press(82);
  expect(device.ui.power.locked).toBe(false);
});
