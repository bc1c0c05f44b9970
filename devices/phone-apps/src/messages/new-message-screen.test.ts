import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import { insertContact } from "../contacts/testing/contact-rows.ts";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { MESSAGES, provideMessages } from "./testing/provide-messages.ts";

let device: DeviceDriver;
const { open, kept, writeTo } = provideMessages((started) => (device = started));

describe("a new message", () => {
  test.each([
    ["", "Enter a valid number or contact"],
    ["Nobody", "Enter a valid number or contact"],
    ["12a", "Enter a valid number or contact"],
  ])("rejects the receiver %j", (to, problem) => {
    open();
    device.tap("Start chat");
    device.type(to);
    device.press(KEY_CODES.enter);
    expect(device.control("to_note").text).toBe(problem);
    device.type("1");
    expect(device.hasControl("to_note")).toBe(false);
  });

  test("suggests contacts by name and number; ENTER selects the only one", () => {
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
    device.press(KEY_CODES.enter);
    expect([device.control("title").text, device.control("subtitle").text]).toEqual(["Grace Hopper", "+1 555 0142"]);
  });

  test("lists identical contacts separately", () => {
    for (let count = 0; count < 3; count++) insertContact(device, { name: "Twin", phone: "5550100" });
    open();
    device.tap("Start chat");
    const twins = () => device.controls().filter((node) => node.id === "com.terrarium.messages:id/suggestion");
    expect(twins().length).toBe(3);
    device.type("Tw");
    expect(twins().length).toBe(3);
    device.fill("to", "nobody");
    expect(twins().length).toBe(0);
  });

  test("leaves no trace after BACK", () => {
    open();
    device.tap("Start chat");
    device.type("5550100");
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
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

  test("with an overlong address truncates it", () => {
    writeTo("5".repeat(5000));
    device.fill("compose", "hello");
    device.tap("Send");
    const [row] = kept(["address"]);
    expect(row?.address?.length).toBeLessThanOrEqual(200);
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
    expect(Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right))).toBeLessThanOrEqual(360);
  });

  test("with shared text asks for the receiver and keeps the text", () => {
    insertContact(device, { name: "Grace", phone: "5550142" });
    const extras = { "android.intent.extra.TEXT": "https://example.com/moss?a=1&b=ü" };
    device.ui.activities.startIntent({ packageName: MESSAGES, action: "android.intent.action.SEND", extras });
    device.tap("Grace");
    expect(device.control("compose").text).toBe("https://example.com/moss?a=1&b=ü");
  });

  test("that is not for Messages changes nothing", () => {
    writeTo("5550100");
    device.ui.activities.startIntent({ packageName: MESSAGES, action: "android.intent.action.VIEW", dataUri: "tel:1" });
    expect(device.control("title").text).toBe("5550100");
  });
});
