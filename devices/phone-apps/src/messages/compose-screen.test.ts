import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { MESSAGES, provideMessages } from "./testing/provide-messages.ts";

let device: DeviceDriver;
const { open, kept, writeTo } = provideMessages((started) => (device = started));

describe("the input bar", () => {
  test("trims the text and does not send blank text", () => {
    writeTo("5550100");
    expect(device.control("send").enabled).toBe(false);
    device.fill("compose", "  \n ");
    expect(device.control("send").enabled).toBe(false);
    device.fill("compose", "  moss\nis dry  ");
    device.tap("Send");
    expect(kept()).toEqual([{ address: "5550100", body: "moss\nis dry" }]);
    // An empty field shows its placeholder.
    expect(device.control("compose").text).toBe("Text message");
  });

  test.each([["x".repeat(12_000)], [`${"x".repeat(9_999)}👩‍🌾`], ["שלום ".repeat(3000)]])(
    "limits the text to a message's length (%#)",
    (text) => {
      writeTo("5550100", { sms_body: text });
      expect(device.control("compose").text.length).toBeLessThanOrEqual(10_000);
      device.tap("Send");
      const [sent] = kept(["body"]);
      expect(sent?.body?.length).toBeLessThanOrEqual(10_000);
      // The text does not end in half a character.
      expect(sent?.body).toBe(sent?.body?.toWellFormed());
      device.fill("compose", text);
      expect(device.control("compose").text.length).toBeLessThanOrEqual(10_000);
    },
  );

  test("keeps its text when the screen rotates between one pane and two", () => {
    device.ui.settings.put("global", "display_size_forced", "412,915");
    writeTo("5550100", { sms_body: "from the intent" });
    device.fill("compose", "in other words");
    device.turn(true);
    expect(device.control("compose").text).toBe("in other words");
    device.turn(false);
    expect(device.control("compose").text).toBe("in other words");
  });

  test("is empty after a kill, without sending", () => {
    writeTo("5550100");
    device.fill("compose", "half a tho");
    device.kill(MESSAGES);
    open();
    expect([device.has("No messages yet"), kept()]).toEqual([true, []]);
  });
});
