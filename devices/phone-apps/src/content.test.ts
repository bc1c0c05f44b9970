import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "@terrarium/phone-system/clock";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import { afterAll, describe, expect, it } from "vitest";
import { createContactsProvider } from "./contacts/contacts-provider.ts";
import { ContactsStore } from "./contacts/contacts-store.ts";
import { MessagesStore, type Message } from "./messages/messages-store.ts";
import { oneTimeCode } from "./messages/one-time-code.ts";
import { createSmsProvider } from "./messages/sms-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "terrarium-content-"));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(dataDir = join(folder, String(count++))) {
  const incoming: Message[] = [];
  const contacts = new ContactsStore(dataDir, () => undefined);
  const messages = new MessagesStore(dataDir, () => undefined);
  messages.onIncoming((message) => incoming.push(message));
  const content = new ContentResolver([createContactsProvider(contacts), createSmsProvider(messages, createClock())]);
  return { dataDir, contacts, messages, incoming, content };
}

const DATA = "content://com.android.contacts/data";

function addContact(content: ContentResolver, name: string, ...numbers: string[]): string {
  const id = content.insert("content://com.android.contacts/raw_contacts", {}).split("/").at(-1) ?? "";
  content.insert(DATA, { raw_contact_id: id, mimetype: "vnd.android.cursor.item/name", data1: name });
  for (const number of numbers)
    content.insert(DATA, {
      raw_contact_id: id,
      mimetype: "vnd.android.cursor.item/phone_v2",
      data1: number,
      data2: "2",
    });
  return id;
}

describe("contacts as content", () => {
  it("are created from data rows, and found by name, number and id", () => {
    const { content, contacts } = open();
    const ada = addContact(content, "Ada", "+1 555 0100", "555-0199");
    addContact(content, "Bob");
    expect(contacts.get()).toMatchObject([
      { name: "Ada", phones: [{ value: "+1 555 0100", type: "mobile" }, { value: "555-0199" }] },
      { name: "Bob", phones: [] },
    ]);
    const uri = "content://com.android.contacts/contacts";
    expect(content.query(uri, { projection: ["display_name"], where: "has_phone_number=1" })).toEqual([
      { display_name: "Ada" },
    ]);
    expect(content.query(`${uri}/${ada}`).map((row) => row.display_name)).toEqual(["Ada"]);
    expect(content.query(`${DATA}/phones`, { projection: ["data1"], where: "data1 LIKE '%0199'" })).toEqual([
      { data1: "555-0199" },
    ]);
  });

  it("are changed and deleted by row and condition, and survive a restart", () => {
    const first = open();
    const ada = addContact(first.content, "Ada", "1111111", "2222222");
    addContact(first.content, "Bob");
    first.content.insert(DATA, { raw_contact_id: ada, mimetype: "vnd.android.cursor.item/phone_v2", data1: "1111112" });
    expect(first.content.delete(`${DATA}/phones`, "data1 LIKE '111111_'")).toBe(2);
    expect(first.content.update(DATA, { data1: "Ada L." }, `contact_id=${ada} AND mimetype LIKE '%/name'`)).toBe(1);
    expect(first.content.delete("content://com.android.contacts/raw_contacts", "display_name='Bob'")).toBe(1);
    const again = open(first.dataDir);
    expect(again.contacts.get()).toMatchObject([{ name: "Ada L.", phones: [{ value: "2222222" }] }]);
  });

  it("report errors", () => {
    const { content } = open();
    expect(() => content.insert(DATA, { raw_contact_id: "7" })).toThrow("raw_contact_id 7 is no contact");
    expect(() => content.insert("content://com.android.contacts/contacts", {})).toThrow("raw_contacts");
    expect(() => content.query("content://nobody/x")).toThrow("Could not find provider: nobody");
    expect(() => content.query("content://sms/bogus")).toThrow("Unknown URL content://sms/bogus");
    expect(content.has("content://sms/inbox")).toBe(true);
    expect(content.has("content://settings/system")).toBe(false);
  });

  it("match one subscriber in any notation of the number", () => {
    const { content, contacts } = open();
    addContact(content, "Ada", "+44 20 7946 0000");
    expect(contacts.withNumber("02079460000")?.name).toBe("Ada");
    expect(contacts.withNumber("0000")).toBeUndefined();
    expect(contacts.withNumber("")).toBeUndefined();
  });
});

describe("messages as content", () => {
  it("arrive unread in one conversation per subscriber, and notify", () => {
    const { content, messages, incoming } = open();
    content.insert("content://sms/inbox", { address: "+1 555 010 0000", body: "one" });
    content.insert("content://sms/inbox", { address: "5550100000", body: "two", date: "1700000000000" });
    content.insert("content://sms/inbox", { address: "BANK", body: "three", read: "1" });
    expect(messages.threads().map((thread) => [thread.address, thread.unread])).toEqual([
      ["BANK", 0],
      ["+1 555 010 0000", 2],
    ]);
    expect(incoming.map((message) => message.body)).toEqual(["one", "two"]);
  });

  it("are queried in Telephony's order, changed and deleted", () => {
    const { content } = open();
    for (const body of ["a", "b", "c"]) content.insert("content://sms/inbox", { address: "1", body });
    content.insert("content://sms/sent", { address: "1", body: "d" });
    const bodies = (uri: string, query = {}) => content.query(uri, query).map((row) => row.body);
    expect(bodies("content://sms")).toEqual(["d", "c", "b", "a"]);
    expect(bodies("content://sms/inbox", { sort: "body ASC LIMIT 2" })).toEqual(["a", "b"]);
    expect(content.query("content://sms/sent", { projection: ["type", "read"] })).toEqual([{ type: "2", read: "1" }]);
    expect(content.update("content://sms/inbox", { read: "1" }, "body IN ('a','b')")).toBe(2);
    expect(bodies("content://sms", { where: "read = 0" })).toEqual(["c"]);
    expect(content.delete("content://sms", "NOT (body='d' OR body = 'c') AND address IS NOT NULL")).toBe(2);
    expect(bodies("content://sms")).toEqual(["d", "c"]);
    expect(() => content.insert("content://sms/inbox", { body: "from nobody" })).toThrow("address must have");
  });

  it.each([
    ["body =", 'near ")": syntax error (SQL logic error), while compiling: SELECT'],
    ["body ~ 1", 'near "~": syntax error'],
    ["none = 1", "no such column: none"],
    ["body = 'a' body", 'near "body": syntax error'],
  ])("reject the condition %s", (where, message) => {
    const { content } = open();
    content.insert("content://sms/inbox", { address: "1", body: "x" });
    expect(() => content.query("content://sms", { where })).toThrow(message);
  });
});

it.each([
  ["Your Terrarium code is 482913. Do not share it.", "482913"],
  ["G-204816 is your verification code", "204816"],
  ["123 456 is your login code", "123456"],
  ["【微信】验证码 9021，5分钟内有效", "9021"],
  ["Your order of $4829.13 ships 2026/11/21", undefined],
  ["Call +15550100 to confirm", undefined],
  ["See you at 1830", undefined],
])("the one-time code of %j is %s", (body, code) => {
  expect(oneTimeCode(body)).toBe(code);
});
