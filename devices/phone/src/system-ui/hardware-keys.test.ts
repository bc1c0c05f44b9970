import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import { expect, test } from "vitest";

test("POWER turns the screen off and locks until a swipe up", async () => {
  await using device = await DeviceDriver.start();
  const { power, input } = device.ui;
  expect([power.awake, power.locked]).toEqual([true, false]);
  device.tap("Notes");
  device.press(KEY_CODES.power);
  expect(power.awake).toBe(false);
  expect(device.ui.nodes()).toEqual([]);
  const black = device.ui.display.picture(72, 128).data();
  expect(black.some((value, index) => index % 4 !== 3 && value !== 0)).toBe(false);
  device.press(KEY_CODES.home);
  input.text("nobody sees this");
  expect(power.awake).toBe(false);
  device.press(KEY_CODES.wakeUp);
  expect([power.awake, power.locked]).toEqual([true, true]);
  device.press(KEY_CODES.home);
  expect(device.has("Swipe up to unlock")).toBe(true);
  device.drag(360, 1000, 360, 300);
  expect(power.locked).toBe(false);
  expect(device.ui.activities.foreground().label).toBe("Notes");
  device.press(KEY_CODES.sleep);
  device.press(KEY_CODES.sleep);
  expect(power.awake).toBe(false);
});

test("the screen turns off exactly at its timeout", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("system", "screen_off_timeout", "80");
  await expect.poll(() => device.ui.power.awake).toBe(false);
});

test("SYSRQ saves a screenshot and shows a notification", async () => {
  await using device = await DeviceDriver.start();
  device.press(KEY_CODES.sysrq);
  await expect.poll(() => device.ui.notifications.list().map((each) => each.title)).toEqual(["Screenshot saved"]);
  const [shot] = await device.files.list("/sdcard/Pictures/Screenshots");
  expect(shot?.name).toMatch(/^Screenshot_\d{8}-\d{6}\.png$/);
  const png = await device.files.readAll(`/sdcard/Pictures/Screenshots/${shot?.name}`, 1e8);
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("the volume keys change the volume and show it", async () => {
  await using device = await DeviceDriver.start();
  device.press(KEY_CODES.volumeUp);
  expect(device.ui.settings.get("system", "volume_music")).toBe("9");
  expect(device.control("volume_row_slider").description).toBe("Volume, 60%");
});

test("MENU unlocks, as scripts expect", async () => {
  await using device = await DeviceDriver.start();
  device.ui.power.sleep();
  device.press(KEY_CODES.wakeUp);
  device.press(KEY_CODES.menu);
  expect(device.ui.power.locked).toBe(false);
});
