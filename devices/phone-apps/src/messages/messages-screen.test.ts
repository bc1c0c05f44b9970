import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { describe, expect, test } from "vitest";
import { insertContact } from "../contacts/testing/contact-rows.ts";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { nowMs } from "../testing/provide-device.ts";
import { insertMessage } from "./testing/message-rows.ts";
import { DAY_MS, MESSAGES, MINUTE_MS, provideMessages } from "./testing/provide-messages.ts";

let device: DeviceDriver;
const { open } = provideMessages((started) => (device = started));

describe("without messages", () => {
  test("the list explains how to start, and the search shows no match", () => {
    open();
    expect([device.has("No messages yet"), device.has("Start chat")]).toEqual([true, true]);
    device.fill("search", "moss");
    expect(device.has("No messages match “moss”")).toBe(true);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.has("没有与“moss”匹配的信息")).toBe(true);
  });
});

describe("the list", () => {
  const rows = (): string[] =>
    device
      .controls()
      .filter((node) => node.id.endsWith(":id/conversation"))
      .map((node) => node.description);

  test("is sorted by latest message, with its text on one line", async () => {
    insertMessage(device, { address: "Ann", body: "old", dateMs: nowMs - 3 * DAY_MS, read: true });
    insertMessage(device, { address: "Bob", body: "line one\n\n  line two", dateMs: nowMs - DAY_MS, read: true });
    open();
    expect(rows()).toEqual(["Bob", "Ann"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["line one line two", "Yesterday", "Wednesday"]));
    insertMessage(device, { address: "Ann", body: "new", box: "sent" });
    await expect.poll(rows).toEqual(["Ann", "Bob"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["You: new", "09:41"]));
  });

  test("finds names, numbers and text, and shows the match", () => {
    insertContact(device, { name: "Grace", phone: "+1 555 0142" });
    insertMessage(device, {
      address: "5550142",
      body: "the moth in relay 70",
      dateMs: nowMs - 10 * MINUTE_MS,
      read: true,
    });
    insertMessage(device, { address: "5550142", body: "lunch?", read: true });
    insertMessage(device, { address: "BANK", body: "code", read: true });
    open();
    const found = (query: string): string[] => (device.fill("search", query), rows());
    expect(found("grace")).toEqual(["Grace"]);
    expect(found("5550142")).toEqual(["Grace"]);
    expect(found("MOTH")).toEqual(["Grace"]);
    expect(device.has("the moth in relay 70")).toBe(true);
    expect(found("bank")).toEqual(["BANK"]);
    expect(found(".*")).toEqual([]);
  });

  test("keeps its search when the user returns from a conversation", () => {
    insertMessage(device, { address: "Ann", body: "moth", read: true });
    insertMessage(device, { address: "Bob", body: "moss", read: true });
    open();
    device.fill("search", "mos");
    device.press(KEY_CODES.back);
    device.tap("Bob");
    device.press(KEY_CODES.back);
    expect([device.control("search").text, rows()]).toEqual(["mos", ["Bob"]]);
  });

  test("stays beside the conversation on a wide screen", () => {
    device.ui.settings.put("global", "display_size_forced", "1280,800");
    insertMessage(device, { address: "Ann", body: "hello", read: true });
    open();
    expect(device.has("Choose a conversation")).toBe(true);
    device.tap("Ann");
    expect([device.has("Search messages"), device.control("conversation").selected]).toEqual([true, true]);
    device.tap("More options", "Delete conversation", "Delete");
    expect([device.has("Choose a conversation"), device.has("No messages yet")]).toEqual([true, true]);
  });

  test("with thousands of conversations draws only visible rows and searches quickly", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "terrarium-messages-"));
    const folder = join(dataDir, "apps", MESSAGES);
    mkdirSync(folder, { recursive: true });
    const all = Array.from({ length: 5000 }, (_, index) => ({
      id: index + 1,
      threadId: index + 1,
      address: `+1 555 ${String(index).padStart(7, "0")}`,
      body: `message ${index}`,
      dateMs: nowMs - (5000 - index) * MINUTE_MS,
      read: true,
      box: "inbox",
    }));
    writeFileSync(join(folder, "messages.json"), JSON.stringify({ nextId: 5001, nextThreadId: 5001, messages: all }));
    await using many = await DeviceDriver.start({ ...smallScreen, nowMs, dataDir });
    for (let index = 0; index < 50; index++)
      insertContact(many, { name: `Contact ${index}`, phone: `555${String(index * 100).padStart(7, "0")}` });
    many.ui.activities.start(MESSAGES);
    const count = (): number => many.controls().filter((node) => node.id.endsWith(":id/conversation")).length;
    expect(count()).toBeGreaterThan(5);
    expect(count()).toBeLessThan(60);
    const startMs = processorMs();
    many.fill("search", "contact 49");
    expect(many.has("Contact 49")).toBe(true);
    expect(processorMs() - startMs).toBeLessThan(4000);
  });
});
