import { describe, expect, test } from "vitest";
import { insertContact } from "../contacts/testing/contact-rows.ts";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { insertMessage } from "./testing/message-rows.ts";
import { provideMessages } from "./testing/provide-messages.ts";

let device: DeviceDriver;
const { open, kept, writeTo } = provideMessages((started) => (device = started));

describe("an incoming message", () => {
  const told = (): string[] => device.ui.notifications.list().map(({ title, text }) => `${title}: ${text}`);

  test("notifies once per conversation, with the contact's name and latest text", () => {
    insertContact(device, { name: "Grace", phone: "5550142" });
    insertMessage(device, { address: "+1 555 0142", body: "one" });
    insertMessage(device, { address: "5550142", body: "two" });
    insertMessage(device, { address: "BANK", body: "code 1234" });
    expect(told()).toEqual(["BANK: code 1234", "Grace: two"]);
  });

  test("is marked as read from its notification, and its code copied", () => {
    insertMessage(device, { address: "BANK", body: "Your code is 4711" });
    const [notification] = device.ui.notifications.list();
    const press = (label: string): void => notification?.actions?.find((each) => each.label === label)?.onPress();
    press("Copy 4711");
    expect(device.ui.clipboard.get()).toBe("4711");
    press("Mark as read");
    expect([told(), kept(["read"])]).toEqual([[], [{ read: "1" }]]);
  });

  test.each([
    ["sent", undefined],
    ["draft", undefined],
    ["inbox", true],
  ])("in %s, read %s, does not notify", (box, read) => {
    insertMessage(device, { address: "BANK", body: "x", box, ...(read === undefined ? {} : { read }) });
    expect(told()).toEqual([]);
  });

  test("notifies while its conversation is hidden, and is read on return", async () => {
    insertMessage(device, { address: "Ann", body: "one" });
    writeTo("Ann");
    await expect.poll(told).toEqual([]);
    device.ui.activities.start("com.terrarium.calculator");
    insertMessage(device, { address: "Ann", body: "two" });
    expect(told()).toEqual(["Ann: two"]);
    open();
    await expect.poll(told).toEqual([]);
    device.ui.power.sleep();
    insertMessage(device, { address: "Ann", body: "three" });
    expect(told()).toEqual(["Ann: three"]);
    device.ui.power.unlock();
    await expect.poll(told).toEqual([]);
    expect(device.ui.content.query("content://sms", { where: "read=0" })).toEqual([]);
  });

  test("stays unread while another conversation is open", () => {
    insertMessage(device, { address: "Ann", body: "one", read: true });
    insertMessage(device, { address: "Bob", body: "two", read: true });
    writeTo("Ann");
    insertMessage(device, { address: "Bob", body: "three" });
    expect(told()).toEqual(["Bob: three"]);
  });

  test("notifies in the device's current language", () => {
    device.ui.settings.put("system", "system_locales", "zh-CN");
    insertMessage(device, { address: "银行", body: "验证码 9021" });
    expect(device.ui.notifications.list()[0]?.actions?.map(({ label }) => label)).toEqual(["复制 9021", "标为已读"]);
  });
});
