import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { contactValues, insertContact } from "./testing/contact-rows.ts";
import { PEOPLE, provideContacts } from "./testing/provide-contacts.ts";

let device: DeviceDriver;
const { names } = provideContacts((started) => (device = started));

describe("an intent", () => {
  const insert = (extras: Record<string, string>): void =>
    void device.ui.activities.startIntent({
      action: "android.intent.action.INSERT",
      mimeType: "vnd.android.cursor.dir/contact",
      extras,
    });

  test("fills in the form without saving it", () => {
    insert({ name: "Ada", company: "Engines", phone: "123", email: "a@b.c", notes: "mill", odd: "\0", "": "x" });
    const shown = ["name", "company", "phone_0", "email_0"].map((id) => device.control(id).text);
    expect(shown).toEqual(["Ada", "Engines", "123", "a@b.c"]);
    expect(names()).toEqual([]);
    device.tap("Save");
    expect(contactValues(device, "note")).toEqual(["mill"]);
  });

  test("replaces the open form", () => {
    insert({ name: "First" });
    insert({ name: "Second", phone: "22" });
    expect([device.control("name").text, device.control("phone_0").text]).toEqual(["Second", "22"]);
  });

  test("with overlong values fails validation in the form", () => {
    insert({ name: "x".repeat(100_000), phone: "not a number" });
    device.tap("Save");
    expect([device.has("Too long"), names()]).toEqual([true, []]);
  });

  test.each([
    [`${PEOPLE}/7777`, "No contacts yet"],
    [`${PEOPLE}/not-a-number`, "No contacts yet"],
    ["content://com.android.contacts/groups/1", "No contacts yet"],
    [`${PEOPLE}/`, "No contacts yet"],
  ])("for %s, not a contact, shows the list", (dataUri, shown) => {
    device.ui.activities.startIntent({ action: "android.intent.action.VIEW", dataUri });
    expect(device.has(shown)).toBe(true);
  });

  test("shows or edits a contact by either of its URIs", () => {
    const id = insertContact(device, { name: "Ada", phone: "1234567" });
    device.ui.activities.startIntent({ action: "android.intent.action.VIEW", dataUri: `${PEOPLE}/${id}` });
    expect(device.has("Mobile")).toBe(true);
    const dataUri = `content://com.android.contacts/raw_contacts/${id}`;
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri });
    expect(device.control("phone_0").text).toBe("1234567");
  });
});
