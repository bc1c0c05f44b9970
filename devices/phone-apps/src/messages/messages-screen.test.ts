import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyCodes } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { describe, expect, test } from "vitest";
import { insertContact, insertMessage } from "../testing/content-rows.ts";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { nowMs, provideDevice } from "../testing/provide-device.ts";

const messages = "com.terrarium.messages";
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let device: DeviceDriver;
provideDevice({ nowMs }, (started) => (device = started));

const open = (): void => void device.ui.activities.start(messages);
const kept = (columns = ["address", "body"]) => device.ui.content.query("content://sms", { projection: columns });
const writeTo = (address: string, more: Record<string, string> = {}, query = ""): void =>
  void device.ui.activities.startIntent({
    action: "android.intent.action.SENDTO",
    dataUri: `smsto:${encodeURIComponent(address)}${query}`,
    extras: more,
  });

describe("without messages", () => {
  test("the list says how to begin, and a search what it did not find", () => {
    open();
    expect([device.has("No messages yet"), device.has("Start chat")]).toEqual([true, true]);
    device.fill("search", "moss");
    expect(device.has("Nothing matches “moss”")).toBe(true);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.has("没有与“moss”匹配的内容")).toBe(true);
  });
});

describe("a new message", () => {
  test.each([
    ["", "This is neither a number nor a contact"],
    ["Nobody", "This is neither a number nor a contact"],
    ["12a", "This is neither a number nor a contact"],
  ])("to %j goes to nobody", (to, problem) => {
    open();
    device.tap("Start chat");
    device.type(to);
    device.press(keyCodes.enter);
    expect(device.control("to_note").text).toBe(problem);
    device.type("1");
    expect(device.hasControl("to_note")).toBe(false);
  });

  test("offers the contacts, by name and by number, and goes to the only one on ENTER", () => {
    insertContact(device, { name: "Grace Hopper", phone: "+1 555 0142" });
    insertContact(device, { name: "李娜", phone: "139 0013" });
    insertContact(device, { name: "Without a number" });
    open();
    device.tap("Start chat");
    expect([device.has("Grace Hopper"), device.has("李娜"), device.has("Without a number")]).toEqual([
      true,
      true,
      false,
    ]);
    device.type("娜");
    expect([device.has("Grace Hopper"), device.has("李娜")]).toEqual([false, true]);
    device.fill("to", "5550");
    expect(device.has("Send to 5550")).toBe(true);
    expect(device.has("Grace Hopper")).toBe(true);
    device.fill("to", "hop");
    device.press(keyCodes.enter);
    expect([device.control("title").text, device.control("subtitle").text]).toEqual(["Grace Hopper", "+1 555 0142"]);
  });

  test("shows contacts that are alike beside each other", () => {
    for (let count = 0; count < 3; count++) insertContact(device, { name: "Twin", phone: "5550100" });
    open();
    device.tap("Start chat");
    const twins = () => device.controls().filter((node) => node.resourceId.endsWith(":id/suggestion"));
    expect(twins().length).toBe(3);
    device.type("Tw");
    expect(twins().length).toBe(3);
    device.fill("to", "nobody");
    expect(twins().length).toBe(0);
  });

  test("is left by BACK without a trace", () => {
    open();
    device.tap("Start chat");
    device.type("5550100");
    device.press(keyCodes.back);
    device.press(keyCodes.back);
    expect([device.has("No messages yet"), kept()]).toEqual([true, []]);
  });
});

describe("the line to write in", () => {
  test("sends nothing but spaces, and takes spaces around words away", () => {
    writeTo("5550100");
    expect(device.control("send").enabled).toBe(false);
    device.fill("compose", "  \n ");
    expect(device.control("send").enabled).toBe(false);
    device.fill("compose", "  moss\nis dry  ");
    device.tap("Send");
    expect(kept()).toEqual([{ address: "5550100", body: "moss\nis dry" }]);
    // An empty field says what it is for.
    expect(device.control("compose").text).toBe("Text message");
  });

  test.each([["x".repeat(12_000)], [`${"x".repeat(9_999)}👩‍🌾`], ["שלום ".repeat(3000)]])(
    "takes no more than a message holds (%#)",
    (text) => {
      writeTo("5550100", { sms_body: text });
      expect(device.control("compose").text.length).toBeLessThanOrEqual(10_000);
      device.tap("Send");
      const [sent] = kept(["body"]);
      expect(sent?.body?.length).toBeLessThanOrEqual(10_000);
      // No half of a character is left at the end.
      expect(sent?.body).toBe(sent?.body?.toWellFormed());
      device.fill("compose", text);
      expect(device.control("compose").text.length).toBeLessThanOrEqual(10_000);
    },
  );

  test("keeps what is written while the screen is turned, also between one pane and two", () => {
    device.ui.settings.put("global", "display_size_forced", "412,915");
    writeTo("5550100", { sms_body: "from the intent" });
    device.fill("compose", "in other words");
    device.turn(true);
    expect(device.control("compose").text).toBe("in other words");
    device.turn(false);
    expect(device.control("compose").text).toBe("in other words");
  });

  test("is empty again, and nothing was sent, when the app was ended", () => {
    writeTo("5550100");
    device.fill("compose", "half a tho");
    device.kill(messages);
    open();
    expect([device.has("No messages yet"), kept()]).toEqual([true, []]);
  });
});

describe("an intent", () => {
  test.each([
    ["sms:", "New message"],
    ["smsto:?body=hello", "New message"],
    ["sms:+1%20555", "+1 555"],
    ["SMSTO:5550100", "5550100"],
    ["mmsto:5550100", "5550100"],
    ["sms://5550100", "5550100"],
    ["sms:100%", "100%"],
  ])("%s opens %s", (dataUri, title) => {
    device.ui.activities.startIntent({ action: "android.intent.action.SENDTO", dataUri });
    expect(device.control("title").text).toBe(title);
  });

  test("with an address longer than any is no address to write to", () => {
    writeTo("5".repeat(5000));
    device.fill("compose", "hello");
    device.tap("Send");
    const [row] = kept(["address"]);
    expect(row?.address?.length).toBeLessThanOrEqual(200);
    device.press(keyCodes.back);
    device.press(keyCodes.back);
    expect(Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right))).toBeLessThanOrEqual(360);
  });

  test("that shares a text asks for whom it is, and keeps it until somebody is chosen", () => {
    insertContact(device, { name: "Grace", phone: "5550142" });
    const extras = { "android.intent.extra.TEXT": "https://example.com/moss?a=1&b=ü" };
    device.ui.activities.startIntent({ packageName: messages, action: "android.intent.action.SEND", extras });
    device.tap("Grace");
    expect(device.control("compose").text).toBe("https://example.com/moss?a=1&b=ü");
  });

  test("with no words for Messages leaves what is open as it is", () => {
    writeTo("5550100");
    device.ui.activities.startIntent({ packageName: messages, action: "android.intent.action.VIEW", dataUri: "tel:1" });
    expect(device.control("title").text).toBe("5550100");
  });
});

describe("a conversation", () => {
  test("says of each message when it was, and what became of it", () => {
    const at = (ms: number, body: string, box: string): void =>
      insertMessage(device, { address: "Ann", body, dateMs: ms, box });
    at(nowMs - 2 * minuteMs, "sent one", "sent");
    at(nowMs - minuteMs * 90, "a draft", "draft");
    at(nowMs - minuteMs * 200, "waiting", "queued");
    at(nowMs - minuteMs * 300, "incoming", "inbox");
    writeTo("Ann");
    const texts = device.texts();
    expect(texts).toEqual(expect.arrayContaining(["09:39 · Sent", "08:11 · Draft", "06:21 · Not sent", "04:41"]));
    const bodies = texts.filter((text) => ["sent one", "a draft", "waiting", "incoming"].includes(text));
    expect([...new Set(bodies)]).toEqual(["incoming", "waiting", "a draft", "sent one"]);
  });

  test("has a line before each day, in the device's language", () => {
    device.ui.settings.put("global", "display_size_forced", "360,860");
    for (const days of [0, 1, 3, 100, 400])
      insertMessage(device, { address: "Ann", body: `${days} ago`, dateMs: nowMs - days * dayMs, read: true });
    writeTo("Ann");
    const days = ["17 Oct 2025", "13 Aug", "Wednesday", "Yesterday", "Today"];
    expect(device.texts().filter((text) => days.includes(text))).toEqual(days);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.texts()).toEqual(expect.arrayContaining(["2025年10月17日", "星期三", "昨天", "今天"]));
  });

  test("is one for all ways to write a number, with the contact's name, also when it gets one later", async () => {
    insertMessage(device, { address: "+44 20 7946 0000", body: "one" });
    insertMessage(device, { address: "02079460000", body: "two" });
    open();
    expect(device.has("+44 20 7946 0000, 2 unread messages")).toBe(true);
    insertContact(device, { name: "Ada", phone: "020 7946 0000" });
    await device.shows("Ada, 2 unread messages");
    device.tap("Ada, 2 unread messages");
    expect(device.texts()).toEqual(expect.arrayContaining(["one", "two", "Ada"]));
  });

  test("of numbers too short to tell apart stays one of its own", () => {
    insertMessage(device, { address: "12345", body: "one" });
    insertMessage(device, { address: "2345", body: "two" });
    insertMessage(device, { address: "bank", body: "three" });
    insertMessage(device, { address: "BANK ", body: "four" });
    expect(device.ui.content.query("content://sms/conversations").map((row) => row.msg_count)).toEqual(["2", "1", "1"]);
  });

  test("shows the last sixty messages, and the earlier ones when asked", () => {
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

  test("loses a message, and then itself, to other programs while it is open", async () => {
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

  test("has one message copied or deleted, and all of it only when that is meant", async () => {
    insertMessage(device, { address: "Ann", body: "to keep", dateMs: nowMs - minuteMs });
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
    device.press(keyCodes.back);
    expect(kept().length).toBe(1);
    device.tap("More options", "Delete conversation", "Delete");
    expect([kept(), device.has("No messages yet")]).toEqual([[], true]);
  });

  test("that has no word yet cannot be deleted", () => {
    writeTo("5550100");
    device.tap("More options");
    expect(device.control("delete_thread").enabled).toBe(false);
  });

  test("with a date from beyond any calendar is shown, and so is the list", () => {
    for (const date of [String(Number.MAX_SAFE_INTEGER), "8640000000000001", "-1", "soon", "1e400", ""])
      device.ui.content.insert("content://sms/inbox", { address: "Ann", body: `at ${date}`, date });
    open();
    expect(device.has("Ann, 6 unread messages")).toBe(true);
    device.tap("Ann, 6 unread messages");
    expect(device.has("at soon")).toBe(true);
    expect(device.ui.activities.foreground().packageName).toBe(messages);
  });

  test.each([
    "سلام عليكم",
    "x".repeat(10_000),
    "長".repeat(2000),
    "👨‍👩‍👧‍👦".repeat(200),
    "https://example.com/" + "a".repeat(500),
  ])("with a long or foreign text stays on the screen (%#)", (body) => {
    insertMessage(device, { address: "Ann", body });
    open();
    device.tap("Ann, 1 unread message");
    expect(Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right))).toBeLessThanOrEqual(360);
    expect(device.has(body)).toBe(true);
  });
});

describe("what arrives", () => {
  const told = (): string[] => device.ui.notifications.list().map(({ title, text }) => `${title}: ${text}`);

  test("is told of by the contact's name, in the newest words, once for each conversation", () => {
    insertContact(device, { name: "Grace", phone: "5550142" });
    insertMessage(device, { address: "+1 555 0142", body: "one" });
    insertMessage(device, { address: "5550142", body: "two" });
    insertMessage(device, { address: "BANK", body: "code 1234" });
    expect(told()).toEqual(["BANK: code 1234", "Grace: two"]);
  });

  test("is read with its notification's word, and the code in it copied", () => {
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
  ])("in %s, read %s, is not told of", (box, read) => {
    insertMessage(device, { address: "BANK", body: "x", box, ...(read === undefined ? {} : { read }) });
    expect(told()).toEqual([]);
  });

  test("while the conversation's window is dark or behind another is told of, and read when one comes back", async () => {
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

  test("of one conversation is not what another that is open has read", () => {
    insertMessage(device, { address: "Ann", body: "one", read: true });
    insertMessage(device, { address: "Bob", body: "two", read: true });
    writeTo("Ann");
    insertMessage(device, { address: "Bob", body: "three" });
    expect(told()).toEqual(["Bob: three"]);
  });

  test("comes in the language that the device speaks then", () => {
    device.ui.settings.put("system", "system_locales", "zh-CN");
    insertMessage(device, { address: "银行", body: "验证码 9021" });
    expect(device.ui.notifications.list()[0]?.actions?.map(({ label }) => label)).toEqual(["复制 9021", "标为已读"]);
  });
});

describe("the list", () => {
  const rows = (): string[] =>
    device
      .controls()
      .filter((node) => node.resourceId.endsWith(":id/conversation"))
      .map((node) => node.contentDesc);

  test("has the latest conversation first, each with its last words on one line", async () => {
    insertMessage(device, { address: "Ann", body: "old", dateMs: nowMs - 3 * dayMs, read: true });
    insertMessage(device, { address: "Bob", body: "line one\n\n  line two", dateMs: nowMs - dayMs, read: true });
    open();
    expect(rows()).toEqual(["Bob", "Ann"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["line one line two", "Yesterday", "Wednesday"]));
    insertMessage(device, { address: "Ann", body: "new", box: "sent" });
    await expect.poll(rows).toEqual(["Ann", "Bob"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["You: new", "09:41"]));
  });

  test("is searched by name, number and words, and tells the message that was found", () => {
    insertContact(device, { name: "Grace", phone: "+1 555 0142" });
    insertMessage(device, {
      address: "5550142",
      body: "the moth in relay 70",
      dateMs: nowMs - 10 * minuteMs,
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

  test("is as it was left, searched for and all, behind the conversation that was opened from it", () => {
    insertMessage(device, { address: "Ann", body: "moth", read: true });
    insertMessage(device, { address: "Bob", body: "moss", read: true });
    open();
    device.fill("search", "mos");
    device.press(keyCodes.back);
    device.tap("Bob");
    device.press(keyCodes.back);
    expect([device.control("search").text, rows()]).toEqual(["mos", ["Bob"]]);
  });

  test("stands beside the conversation on a wide screen, which a deletion leaves empty", () => {
    device.ui.settings.put("global", "display_size_forced", "1280,800");
    insertMessage(device, { address: "Ann", body: "hello", read: true });
    open();
    expect(device.has("Choose a conversation")).toBe(true);
    device.tap("Ann");
    expect([device.has("Search messages"), device.control("conversation").selected]).toEqual([true, true]);
    device.tap("More options", "Delete conversation", "Delete");
    expect([device.has("Choose a conversation"), device.has("No messages yet")]).toEqual([true, true]);
  });

  test("of thousands of conversations makes the rows around what shows, and is searched within a moment", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "terrarium-messages-"));
    const folder = join(dataDir, "apps", messages);
    mkdirSync(folder, { recursive: true });
    const all = Array.from({ length: 5000 }, (_, index) => ({
      id: index + 1,
      threadId: index + 1,
      address: `+1 555 ${String(index).padStart(7, "0")}`,
      body: `message ${index}`,
      dateMs: nowMs - (5000 - index) * minuteMs,
      read: true,
      box: "inbox",
    }));
    writeFileSync(join(folder, "messages.json"), JSON.stringify({ nextId: 5001, nextThreadId: 5001, messages: all }));
    await using many = await DeviceDriver.start({ ...smallScreen, nowMs, dataDir });
    for (let index = 0; index < 50; index++)
      insertContact(many, { name: `Contact ${index}`, phone: `555${String(index * 100).padStart(7, "0")}` });
    many.ui.activities.start(messages);
    const count = (): number => many.controls().filter((node) => node.resourceId.endsWith(":id/conversation")).length;
    expect(count()).toBeGreaterThan(5);
    expect(count()).toBeLessThan(60);
    const startMs = processorMs();
    many.fill("search", "contact 49");
    expect(many.has("Contact 49")).toBe(true);
    expect(processorMs() - startMs).toBeLessThan(4000);
  });
});

describe("the provider", () => {
  const content = () => device.ui.content;

  test("is told apart by boxes, and moves messages between them", () => {
    insertMessage(device, { address: "Ann", body: "x", box: "draft" });
    expect(content().query("content://sms/draft").length).toBe(1);
    expect(content().update("content://sms/draft", { type: "2" })).toBe(1);
    expect([content().query("content://sms/draft").length, content().query("content://sms/sent").length]).toEqual([
      0, 1,
    ]);
    expect(() => content().update("content://sms", { type: "9" })).toThrow(/type 9 is not one of/);
  });

  test.each([
    [{ address: "", body: "x" }, /address must have 1 to 200/],
    [{ address: "5".repeat(201), body: "x" }, /address must have 1 to 200/],
    [{ address: "Ann", body: "x".repeat(10_001) }, /body has 10001 characters/],
  ])("refuses %j", (values, message) => {
    expect(() => content().insert("content://sms/inbox", values)).toThrow(message);
    expect(kept()).toEqual([]);
  });

  test("tells conversations, deletes them whole, and makes none without a message", () => {
    insertMessage(device, { address: "Ann", body: "one" });
    insertMessage(device, { address: "Ann", body: "two" });
    insertMessage(device, { address: "Bob", body: "three" });
    const [first, second] = content().query("content://sms/conversations");
    expect([first?.snippet, second?.msg_count]).toEqual(["three", "2"]);
    expect(content().delete("content://sms/conversations", `thread_id=${second?.thread_id}`)).toBe(1);
    expect(kept()).toEqual([{ address: "Bob", body: "three" }]);
    expect(() => content().insert("content://sms/conversations", {})).toThrow(/begins with its first message/);
    expect(() => content().update("content://sms/conversations", { snippet: "x" })).toThrow(/change the messages/);
  });
});
