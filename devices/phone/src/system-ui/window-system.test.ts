import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test } from "vitest";

/** Moves several fingers together in straight lines, one step per frame. */
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

test("the hierarchy uses Android's names, and omits invisible elements", async () => {
  await using device = await DeviceDriver.start();
  expect(device.control("clock").className).toBe("android.widget.TextView");
  expect(device.control("search_container")).toMatchObject({
    id: "com.terrarium.launcher:id/search_container",
    description: "Search apps",
    clickable: true,
    packageName: "com.terrarium.launcher",
  });
  expect(device.control("battery")).toMatchObject({
    packageName: "com.android.systemui",
    className: "android.widget.ImageView",
  });
  device.tap("Search apps");
  expect(device.control("search_box_input")).toMatchObject({
    className: "android.widget.EditText",
    focused: true,
    focusable: true,
    longClickable: true,
    text: "Search apps",
  });
  expect(device.controls().some((node) => node.packageName === "com.terrarium.keyboard")).toBe(true);
  expect(device.controls().some((node) => node.id.endsWith("search_container"))).toBe(false);
  device.ui.panels.expandSettings();
  const tile = device.control("tile_dark_theme");
  expect(tile).toMatchObject({ className: "android.widget.Switch", checkable: true, checked: true });
  // The shade receives every touch, so the dump omits everything beneath.
  expect(new Set(device.controls().map((node) => node.packageName))).toEqual(new Set(["com.android.systemui"]));
});

test.each([
  [720, 1600, 320, "1.0"],
  [1080, 2424, 420, "1.0"],
  [720, 1280, 320, "1.0"],
  [480, 800, 240, "1.6"],
  [800, 480, 240, "1.0"],
  [1200, 1920, 240, "1.3"],
])(
  "at %dx%d, %d dpi and font size %s, shows readable, touchable screens",
  async (widthPx, heightPx, densityDpi, scale) => {
    await using device = await DeviceDriver.start({ widthPx, heightPx, densityDpi });
    device.ui.settings.put("system", "font_scale", scale);
    device.ui.activities.start("com.terrarium.notes");
    device.ui.notifications.post({ packageName: "com.terrarium.notes", title: "Ferns", text: "want water" });
    const screens: (() => void)[] = [
      () => device.ui.panels.expandNotifications(),
      () => device.ui.panels.expandSettings(),
      () => device.press(KEY_CODES.appSwitch),
      () => device.press(KEY_CODES.volumeUp),
      () => {
        device.press(KEY_CODES.power);
        device.press(KEY_CODES.power);
      },
    ];
    for (const open of screens) {
      open();
      const nodes = device.ui.nodes();
      const beyond = nodes.filter(({ bounds }) => bounds.right > widthPx || bounds.bottom > heightPx);
      expect(beyond.map((node) => node.label)).toEqual([]);
      // Parts cut off at an edge can be scrolled into view.
      const whole = nodes.filter(
        ({ bounds }) => bounds.bottom < heightPx - 60 && bounds.top > 0 && bounds.right < widthPx,
      );
      // Bounds are whole pixels.
      const widthDp = ({ bounds }: (typeof nodes)[number]): number =>
        Math.ceil(((bounds.right - bounds.left) * 160) / densityDpi);
      expect(whole.filter((node) => node.clickable && widthDp(node) < 44).map((node) => node.label)).toEqual([]);
      device.ui.power.unlock();
      device.ui.panels.collapse();
    }
  },
);

test("no sequence of touches and keys breaks the system", async () => {
  await using device = await DeviceDriver.start();
  const { home, back, volumeUp, power, appSwitch, sleep, wakeUp } = KEY_CODES;
  const codes = [home, back, volumeUp, power, appSwitch, sleep, wakeUp];
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
        device.press(codes[random(codes.length)] ?? home);
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
});
