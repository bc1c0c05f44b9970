import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { insertContact } from "./testing/contact-rows.ts";
import { provideContacts } from "./testing/provide-contacts.ts";

let device: DeviceDriver;
const { open, names } = provideContacts((started) => (device = started));

describe("a contact", () => {
  test.each([
    [{ company: "Engines" }, "Engines"],
    [{ phone: "+44 20 7946" }, "+44 20 7946"],
    [{ email: "a@b.c" }, "a@b.c"],
    [{ note: "nothing else" }, "(No name)"],
  ])("without a name (%j) is titled %s", (contact, name) => {
    insertContact(device, contact);
    open();
    device.tap(name);
    expect(device.control("name").text).toBe(name);
  });

  test.each(["שלמה המלך", "محمد بن موسى", "👩🏽‍🚀 Çelik-Ñandú", "x".repeat(200), "龍".repeat(100), "ก".repeat(90)])(
    "named %s fits the screen, in the list and in detail",
    (name) => {
      insertContact(device, { name, company: name, phone: "1", note: name.repeat(5) });
      open();
      const right = (): number => Math.max(...device.ui.nodes().map(({ bounds }) => bounds.right));
      expect(right()).toBeLessThanOrEqual(360);
      device.tap(name);
      expect(right()).toBeLessThanOrEqual(360);
      expect(device.has(name)).toBe(true);
    },
  );

  test("copies numbers and addresses and shows a toast", () => {
    insertContact(device, { name: "Ada", phone: "+44 7700 900123", email: "ada@engines.example" });
    open();
    device.tap("Ada");
    device.hold("+44 7700 900123");
    expect([device.ui.clipboard.get(), device.has("Copied")]).toEqual(["+44 7700 900123", true]);
    device.tap("ada@engines.example");
    expect(device.ui.clipboard.get()).toBe("ada@engines.example");
    expect(device.has("No email app. Address copied.")).toBe(true);
  });

  test("without numbers and addresses disables call, message and email", () => {
    insertContact(device, { name: "Ada" });
    open();
    device.tap("Ada");
    expect(["call", "message", "email"].map((id) => device.control(id).enabled)).toEqual([false, false, false]);
  });

  test("is deleted after confirmation, and its number shows no name afterwards", () => {
    insertContact(device, { name: "Ada", phone: "1234567" });
    open();
    device.tap("Ada", "Delete contact");
    device.press(KEY_CODES.back);
    expect(names()).toEqual(["Ada"]);
    device.tap("Delete contact", "Delete");
    expect([device.has("Ada deleted"), names()]).toEqual([true, []]);
    device.ui.content.insert("content://sms/inbox", { address: "1234567", body: "who?" });
    expect(device.ui.notifications.list()[0]?.title).toBe("1234567");
  });

  test("leaves an empty pane on a wide screen when deleted", () => {
    device.ui.settings.put("global", "display_size_forced", "1280,800");
    insertContact(device, { name: "Ada" });
    open();
    device.tap("Ada", "Delete contact", "Delete");
    expect(device.has("Choose a contact")).toBe(true);
  });
});
