import { ENGLISH } from "@terrarium/phone-ui/services/english";
import { expect, test } from "vitest";
import { CHINESE } from "../testing/chinese.ts";
import { DeviceDriver } from "../testing/device-driver.ts";
import { formatDay } from "./format-time.ts";
import { smsRequest } from "./sms-intent.ts";

const BACK = 4;
const receive = (device: DeviceDriver, address: string, body: string): void =>
  void device.ui.content.insert("content://sms/inbox", { address, body });
const notified = (device: DeviceDriver): string[] =>
  device.ui.notifications.list().map(({ title, text }) => `${title}: ${text}`);

test("a one-time code notifies, and is opened, copied and read", async () => {
  await using device = await DeviceDriver.start();
  receive(device, "BANK", "Your code is 482913");
  expect(notified(device)).toEqual(["BANK: Your code is 482913"]);
  const [notification] = device.ui.notifications.list();
  expect(notification?.actions?.map(({ label }) => label)).toEqual(["Copy 482913", "Mark as read"]);
  notification?.onOpen?.();
  await expect.poll(() => device.has("Your code is 482913")).toBe(true);
  device.tap("Copy 482913");
  expect(device.ui.clipboard.get()).toBe("482913");
  expect(notified(device)).toEqual([]);
  expect(device.ui.content.query("content://sms/inbox", { where: "read=0" })).toEqual([]);
});

test("messages in the open conversation are read, others are counted", async () => {
  await using device = await DeviceDriver.start();
  receive(device, "+1 555 0100", "first");
  device.ui.activities.startIntent({ action: "android.intent.action.SENDTO", dataUri: "smsto:+15550100" });
  await expect.poll(() => notified(device)).toEqual([]);
  receive(device, "5550100", "second");
  await expect.poll(() => device.has("second")).toBe(true);
  receive(device, "OTHER", "hello");
  receive(device, "OTHER", "again");
  expect(notified(device)).toEqual(["OTHER: again"]);
  device.press(BACK);
  expect(device.has("OTHER, 2 unread messages")).toBe(true);
  expect(device.has("+1 555 0100")).toBe(true);
});

test("a message is written, listed as sent and restored after a restart", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Messages");
  expect(device.has("No messages yet")).toBe(true);
  device.tap("Start chat");
  device.ui.input.text("not a number");
  device.press(66);
  expect(device.has("Enter a valid number or contact")).toBe(true);
  for (let count = 0; count < 12; count++) device.press(67);
  device.ui.input.text("+1 555 0142");
  device.tap("Send to +1 555 0142", "Text message");
  device.ui.input.text("Bring the log book 📖");
  device.tap("Send");
  expect(device.texts().some((text) => text.endsWith("Sent"))).toBe(true);
  device.press(BACK);
  device.tap("Bring the log book 📖");
  expect(device.texts().some((text) => text.includes("is not delivered"))).toBe(true);
  expect(device.ui.content.query("content://sms/sent", { projection: ["type", "error_code", "body"] })).toEqual([
    { type: "2", error_code: "0", body: "Bring the log book 📖" },
  ]);
  const restarted = await DeviceDriver.start({ dataDir: device.dataDir });
  restarted.tap("Messages");
  expect(restarted.has("You: Bring the log book 📖")).toBe(true);
  restarted.ui.dispose();
});

test("airplane mode blocks sending; the message can be resent afterwards", async () => {
  await using device = await DeviceDriver.start();
  device.ui.settings.put("global", "airplane_mode_on", "1");
  device.ui.activities.startIntent({ action: "android.intent.action.SENDTO", dataUri: "smsto:+15550142" });
  await expect.poll(() => device.has("Text message")).toBe(true);
  device.tap("Text message");
  device.ui.input.text("On my way");
  device.tap("Send");
  const rows = () => device.ui.content.query("content://sms", { projection: ["type", "error_code"] });
  expect(rows()).toEqual([{ type: "5", error_code: "2" }]);
  device.press(BACK);
  device.ui.settings.put("global", "airplane_mode_on", "0");
  device.tap("On my way", "Send again");
  expect(rows()).toEqual([{ type: "2", error_code: "0" }]);
});

test("an intent fills in the composer, and contacts provide names", async () => {
  await using device = await DeviceDriver.start();
  const { content } = device.ui;
  const id = content.insert("content://com.android.contacts/raw_contacts", {}).split("/").at(-1) ?? "";
  for (const [kind, data1] of [
    ["name", "Grace"],
    ["phone_v2", "+1 555 0142"],
  ] as const)
    content.insert("content://com.android.contacts/data", {
      raw_contact_id: id,
      mimetype: `vnd.android.cursor.item/${kind}`,
      data1,
    });
  device.ui.activities.startIntent({
    action: "android.intent.action.SENDTO",
    dataUri: "sms:+15550142",
    extras: { sms_body: "Hi there" },
  });
  await expect.poll(() => device.has("Text message") && device.find("Text message").text).toBe("Hi there");
  expect(device.has("Grace")).toBe(true);
  device.press(BACK); // the keyboard
  device.tap("More options", "Contact details");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.contacts");
  expect(device.texts()).toEqual(expect.arrayContaining(["Grace", "+1 555 0142"]));
  device.ui.activities.startIntent({ action: "android.intent.action.SENDTO", dataUri: "sms:+15559999" });
  device.tap("More options", "Add to contacts");
  expect(device.find("Phone").text).toBe("+15559999");
});

test("searches messages and deletes a conversation", async () => {
  await using device = await DeviceDriver.start();
  for (const [address, body] of [
    ["Ann", "the moth in relay 70"],
    ["Ann", "later"],
    ["Bob", "nothing of the kind"],
  ] as const)
    device.ui.content.insert("content://sms/inbox", { address, body, read: "1" });
  device.ui.activities.start("com.terrarium.messages");
  device.tap("Search messages");
  device.ui.input.text("MOTH");
  expect(device.has("the moth in relay 70")).toBe(true);
  expect(device.has("Bob")).toBe(false);
  device.tap("Ann", "More options", "Delete conversation", "Delete");
  expect(device.ui.content.query("content://sms").map((row) => row.address)).toEqual(["Bob"]);
});

test.each([
  [{ dataUri: "sms:+15551234?body=Hi%20you" }, { address: "+15551234", body: "Hi you" }],
  [
    { dataUri: "smsto:%2B1555", extras: { sms_body: "x" } },
    { address: "+1555", body: "x" },
  ],
  [{ dataUri: "sms:100%" }, { address: "100%", body: "" }],
  [{ extras: { "android.intent.extra.TEXT": "shared" } }, { address: "", body: "shared" }],
  [{ dataUri: "https://example.com" }, undefined],
])("the intent %j requests %j", (intent, expected) => {
  expect(smsRequest(intent)).toEqual(expected);
});

test("formats days as people name them", () => {
  const at = (day: number, month = 11, year = 2026): number => new Date(year, month - 1, day, 12).getTime();
  const day = (when: number, language = ENGLISH): string =>
    formatDay(when, at(21), language, { today: "Today", yesterday: "Yesterday" });
  expect([at(21), at(20), at(17), at(2), at(2, 3, 2025)].map((when) => day(when))).toEqual([
    "Today",
    "Yesterday",
    "Tuesday",
    "2 Nov",
    "2 Mar 2025",
  ]);
  expect(day(at(17), CHINESE)).toBe("星期二");
});
