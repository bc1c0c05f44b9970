import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import { createClock } from "@terrarium/phone-system/create-clock";
import { afterAll, describe, expect, it } from "vitest";
import { MessagesStore, type Message } from "./messages-store.ts";
import { createSmsProvider } from "./sms-provider.ts";

const folder = mkdtempSync(join(tmpdir(), "terrarium-content-"));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open() {
  const incoming: Message[] = [];
  const messages = new MessagesStore(join(folder, String(count++)), () => undefined);
  messages.onIncoming((message) => incoming.push(message));
  return { messages, incoming, content: new ContentResolver([createSmsProvider(messages, createClock())]) };
}

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
