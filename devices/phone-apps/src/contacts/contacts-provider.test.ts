import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { contactValues, insertContact } from "./testing/contact-rows.ts";
import { DATA, PEOPLE, provideContacts } from "./testing/provide-contacts.ts";

let device: DeviceDriver;
const { open, names } = provideContacts((started) => (device = started));

describe("the provider", () => {
  test("renames a contact with the maximum of numbers, and rejects one more", () => {
    const id = insertContact(device, { name: "Operator" });
    const add = (kind: string, data1: string) =>
      device.ui.content.insert(DATA, { raw_contact_id: id, mimetype: `vnd.android.cursor.item/${kind}`, data1 });
    for (let index = 0; index < 20; index++) add("phone_v2", `${1000 + index}`);
    expect(() => add("phone_v2", "9999")).toThrow(/20 numbers/);
    add("name", "Exchange");
    add("email_v2", "exchange@example.org");
    expect([names(), contactValues(device, "email_v2")]).toEqual([["Exchange"], ["exchange@example.org"]]);
  });

  test("limits updated values like inserted ones", () => {
    const id = insertContact(device, { name: "Ada" });
    const change = () => device.ui.content.update(DATA, { data1: "x".repeat(4001) }, `contact_id=${id}`);
    expect(change).toThrow(/at most 4000/);
    expect(names()).toEqual(["Ada"]);
  });

  test("serves people and phones read-only under the legacy URIs", () => {
    insertContact(device, { name: "Ada", phone: "1234567", starred: true });
    const { content } = device.ui;
    expect(content.query("content://contacts/people")).toMatchObject([{ name: "Ada", primary_phone: "1234567" }]);
    expect(content.query("content://contacts/phones")).toMatchObject([{ number: "1234567", display_name: "Ada" }]);
    expect(() => content.insert("content://contacts/people", { name: "Bob" })).toThrow(/read-only/);
    expect(() => content.delete("content://contacts/phones")).toThrow(/read-only/);
  });

  test("updates the star, and the list shows it", async () => {
    insertContact(device, { name: "Ada" });
    open();
    const star = (starred: string) => device.ui.content.update(PEOPLE, { starred });
    star("1");
    await device.shows("Favorites");
    star("0");
    await expect.poll(() => device.has("Favorites")).toBe(false);
  });
});
