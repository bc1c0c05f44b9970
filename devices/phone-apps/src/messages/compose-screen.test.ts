import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { messages, provideMessages } from "../testing/provide-messages.ts";

let device: DeviceDriver;
const { open, kept, writeTo } = provideMessages((started) => (device = started));

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
