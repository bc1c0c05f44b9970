import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import { insertContact } from "../contacts/testing/contact-rows.ts";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { nowMs } from "../testing/provide-device.ts";
import { insertMessage } from "./testing/message-rows.ts";
import { DAY_MS, MESSAGES, MINUTE_MS, provideMessages } from "./testing/provide-messages.ts";

let device: DeviceDriver;
const { open, kept, writeTo } = provideMessages((started) => (device = started));

describe("a conversation", () => {
  test("shows time and status of each message", () => {
    const at = (ms: number, body: string, box: string): void =>
      insertMessage(device, { address: "Ann", body, dateMs: ms, box });
    at(nowMs - 2 * MINUTE_MS, "sent one", "sent");
    at(nowMs - MINUTE_MS * 90, "a draft", "draft");
    at(nowMs - MINUTE_MS * 200, "waiting", "queued");
    at(nowMs - MINUTE_MS * 300, "incoming", "inbox");
    writeTo("Ann");
    const texts = device.texts();
    expect(texts).toEqual(expect.arrayContaining(["09:39 · Sent", "08:11 · Draft", "06:21 · Not sent", "04:41"]));
    const bodies = texts.filter((text) => ["sent one", "a draft", "waiting", "incoming"].includes(text));
    expect([...new Set(bodies)]).toEqual(["incoming", "waiting", "a draft", "sent one"]);
  });

  test("has a heading per day, in the device's language", () => {
    device.ui.settings.put("global", "display_size_forced", "360,860");
    for (const days of [0, 1, 3, 100, 400])
      insertMessage(device, { address: "Ann", body: `${days} ago`, dateMs: nowMs - days * DAY_MS, read: true });
    writeTo("Ann");
    const days = ["17 Oct 2025", "13 Aug", "Wednesday", "Yesterday", "Today"];
    expect(device.texts().filter((text) => days.includes(text))).toEqual(days);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.texts()).toEqual(expect.arrayContaining(["2025年10月17日", "星期三", "昨天", "今天"]));
  });

  test("groups all notations of a number under the contact's name", async () => {
    insertMessage(device, { address: "+44 20 7946 0000", body: "one" });
    insertMessage(device, { address: "02079460000", body: "two" });
    open();
    expect(device.has("+44 20 7946 0000, 2 unread messages")).toBe(true);
    insertContact(device, { name: "Ada", phone: "020 7946 0000" });
    await device.shows("Ada, 2 unread messages");
    device.tap("Ada, 2 unread messages");
    expect(device.texts()).toEqual(expect.arrayContaining(["one", "two", "Ada"]));
  });

  test("with a short number stays separate", () => {
    insertMessage(device, { address: "12345", body: "one" });
    insertMessage(device, { address: "2345", body: "two" });
    insertMessage(device, { address: "bank", body: "three" });
    insertMessage(device, { address: "BANK ", body: "four" });
    expect(device.ui.content.query("content://sms/conversations").map((row) => row.msg_count)).toEqual(["2", "1", "1"]);
  });

  test("shows the last sixty messages, and earlier ones on request", () => {
    for (let index = 0; index < 130; index++)
      insertMessage(device, {
        address: "Ann",
        body: `message ${index}`,
        dateMs: nowMs - (200 - index) * 1000,
        read: true,
      });
    writeTo("Ann");
    const shown = (): number => device.ui.nodes().filter((node) => /^message \d+$/.test(node.label)).length;
    expect([device.has("message 129"), device.has("message 60")]).toEqual([true, false]);
    expect(shown()).toBeLessThanOrEqual(60);
    for (let swipe = 0; swipe < 30 && !device.has("Earlier messages"); swipe++) device.drag(180, 150, 180, 500);
    device.tap("Earlier messages");
    for (let swipe = 0; swipe < 60 && !device.has("message 10"); swipe++) device.drag(180, 150, 180, 500);
    expect(device.has("message 10")).toBe(true);
  });

  test("updates when other programs delete its messages", async () => {
    insertMessage(device, { address: "Ann", body: "first" });
    insertMessage(device, { address: "Ann", body: "second" });
    writeTo("Ann");
    device.ui.content.delete("content://sms", "body='first'");
    await expect.poll(() => [device.has("first"), device.has("second")]).toEqual([false, true]);
    device.ui.content.delete("content://sms");
    await expect.poll(() => device.has("second")).toBe(false);
    device.fill("compose", "still there?");
    device.tap("Send");
    expect(kept()).toEqual([{ address: "Ann", body: "still there?" }]);
  });

  test("copies and deletes one message, and asks before deleting all", async () => {
    insertMessage(device, { address: "Ann", body: "to keep", dateMs: nowMs - MINUTE_MS });
    insertMessage(device, { address: "Ann", body: "to go" });
    writeTo("Ann");
    device.hold("to keep");
    device.tap("Copy text");
    expect(device.ui.clipboard.get()).toBe("to keep");
    device.hold("to go");
    device.tap("Delete message");
    await expect.poll(() => device.has("to go")).toBe(false);
    device.tap("More options", "Delete conversation", "Cancel");
    expect(kept().length).toBe(1);
    device.tap("More options", "Delete conversation");
    device.press(KEY_CODES.back);
    expect(kept().length).toBe(1);
    device.tap("More options", "Delete conversation", "Delete");
    expect([kept(), device.has("No messages yet")]).toEqual([[], true]);
  });

  test("without messages cannot be deleted", () => {
    writeTo("5550100");
    device.tap("More options");
    expect(device.control("delete_thread").enabled).toBe(false);
  });

  test("shows messages with an out-of-range date", () => {
    for (const date of [String(Number.MAX_SAFE_INTEGER), "8640000000000001", "-1", "soon", "1e400", ""])
      device.ui.content.insert("content://sms/inbox", { address: "Ann", body: `at ${date}`, date });
    open();
    expect(device.has("Ann, 6 unread messages")).toBe(true);
    device.tap("Ann, 6 unread messages");
    expect(device.has("at soon")).toBe(true);
    expect(device.ui.activities.foreground().packageName).toBe(MESSAGES);
  });

  test.each([
    "سلام عليكم",
    "x".repeat(10_000),
    "長".repeat(2000),
    "👨‍👩‍👧‍👦".repeat(200),
    "https://example.com/" + "a".repeat(500),
  ])("with a long or non-Latin text fits the screen (%#)", (body) => {
    insertMessage(device, { address: "Ann", body });
    open();
    device.tap("Ann, 1 unread message");
    expect(Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right))).toBeLessThanOrEqual(360);
    expect(device.has(body)).toBe(true);
  });
});
