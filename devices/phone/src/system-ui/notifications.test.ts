import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test, vi } from "vitest";

test("the shade follows the finger, its tiles work, BACK closes it", async () => {
  await using device = await DeviceDriver.start();
  device.drag(360, 4, 360, 900);
  expect(device.control("no_notifications").text).toBe("No notifications");
  device.drag(360, 300, 360, 700);
  device.tap("Airplane mode, Off");
  expect(device.ui.settings.get("global", "airplane_mode_on")).toBe("1");
  device.tap("Dark theme, On");
  expect(device.ui.settings.get("secure", "ui_night_mode")).toBe("1");
  const slider = device.control("brightness_slider").bounds;
  device.tapAt((slider.left + slider.right) / 2, slider.top + 10);
  expect(Number(device.ui.settings.get("system", "screen_brightness"))).toBeCloseTo(128, -1);
  device.press(KEY_CODES.back);
  device.press(KEY_CODES.back);
  expect(device.has("Airplane mode, On")).toBe(false);
  expect(device.has("Search apps")).toBe(true);
});

test("a toast is in the dump, ignores touches, and disappears", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Clock", "New alarm", "Save");
  const toast = device.control("message");
  expect(toast.text).toMatch(/^Rings in/);
  const { left, top, right } = toast.bounds;
  // The drag reaches the content below the finger, and the toast stays visible.
  device.drag((left + right) / 2, top + 4, (left + right) / 2, top - 200);
  const shown = (): boolean => device.controls().some((node) => node.id === toast.id);
  expect(shown()).toBe(true);
  await expect.poll(shown).toBe(false);
});

test("a notification opens its subject, or is swiped away", async () => {
  await using device = await DeviceDriver.start();
  const { notifications, panels, activities } = device.ui;
  notifications.post({ packageName: "com.terrarium.notes", title: "Ferns", text: "want water" });
  const opened = vi.fn<() => void>();
  notifications.post({ packageName: "com.terrarium.settings", title: "Update", text: "done", onOpen: opened });
  panels.expandNotifications();
  expect(
    device
      .controls()
      .filter((node) => node.id.endsWith("id/title"))
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
  expect(device.control("no_notifications").text).toBe("No notifications");
});

test("an urgent notification appears over apps, unless do-not-disturb is on", async () => {
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
  expect(device.hasControl("heads_up")).toBe(true);
  device.tap("Stop");
  expect(stop).toHaveBeenCalledTimes(1);
  expect(device.has("Ring")).toBe(false);
  device.ui.settings.put("global", "zen_mode", "1");
  device.ui.notifications.post(ring);
  expect([device.hasControl("heads_up"), device.hasControl("ongoing_chip")]).toEqual([false, true]);
  expect(device.ui.notifications.list()).toHaveLength(1);
});

test("a ringing alarm wakes a dark screen and can be stopped there", async () => {
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
