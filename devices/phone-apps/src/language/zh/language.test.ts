import { expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "../../testing/device-driver.ts";

test("the system and its keyboard show Chinese", async () => {
  await using device = await DeviceDriver.start({ ...smallScreen, nowMs: new Date(2026, 10, 21, 9, 41).getTime() });
  device.ui.settings.put("system", "system_locales", "zh-CN");
  expect(device.texts()).toEqual(expect.arrayContaining(["11月21日星期六"]));
  device.ui.activities.start("com.terrarium.notes");
  device.tap("新建记事", "空格", "表情符号", "😀");
  expect(device.has(" 😀")).toBe(true);
  device.ui.panels.expandNotifications();
  expect(device.has("没有通知")).toBe(true);
});
