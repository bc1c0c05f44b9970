import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { insertMessage } from "./testing/message-rows.ts";
import { provideMessages } from "./testing/provide-messages.ts";

let device: DeviceDriver;
const { kept } = provideMessages((started) => (device = started));

describe("the provider", () => {
  const content = () => device.ui.content;

  test("lists messages by box, and moves them between boxes", () => {
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
  ])("rejects %j", (values, message) => {
    expect(() => content().insert("content://sms/inbox", values)).toThrow(message);
    expect(kept()).toEqual([]);
  });

  test("lists and deletes conversations, and creates none without a message", () => {
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
