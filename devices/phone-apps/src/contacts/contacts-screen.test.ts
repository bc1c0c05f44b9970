import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { insertContact } from "./testing/contact-rows.ts";
import { DATA, PEOPLE, provideContacts } from "./testing/provide-contacts.ts";

let device: DeviceDriver;
const { open, names, write } = provideContacts((started) => (device = started));

describe("without contacts", () => {
  test("the list explains in the device's language how to create a contact", () => {
    open();
    expect([device.has("No contacts yet"), device.has("New contact")]).toEqual([true, true]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect([device.has("还没有联系人"), device.has("新建联系人")]).toEqual([true, true]);
  });

  test("a search shows that it has no match, and can be cleared", () => {
    open();
    device.fill("search", "Ada");
    expect(device.has("No contacts match “Ada”")).toBe(true);
    device.tap("Clear");
    expect(device.has("No contacts yet")).toBe(true);
  });
});

describe("changes by other programs", () => {
  test("show in the list at once: additions, renames and deletions", async () => {
    open();
    const id = insertContact(device, { name: "Ada" });
    await device.shows("Ada");
    device.ui.content.update(DATA, { data1: "Zoë" }, `contact_id=${id} AND mimetype LIKE '%/name'`);
    await device.shows("Zoë");
    expect(device.has("Ada")).toBe(false);
    device.ui.content.delete("content://com.android.contacts/raw_contacts", `_id=${id}`);
    await device.shows("No contacts yet");
  });

  test("update the open contact, and return to the list on deletion", async () => {
    const id = insertContact(device, { name: "Ada", phone: "1234567" });
    open();
    device.tap("Ada");
    device.ui.content.insert(`${DATA}/emails`, { raw_contact_id: id, data1: "ada@engines.example", data2: "2" });
    await device.shows("ada@engines.example");
    expect(device.has("Work")).toBe(true);
    device.ui.content.delete("content://com.android.contacts/raw_contacts", `_id=${id}`);
    await device.shows("No contacts yet");
    expect(device.has("Call")).toBe(false);
  });

  test("keep the open form, and saving restores the contact", () => {
    const id = insertContact(device, { name: "Ada" });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${PEOPLE}/${id}` });
    device.ui.content.delete("content://com.android.contacts/raw_contacts", `_id=${id}`);
    write({ name: "Ada II" });
    device.tap("Save");
    expect(names()).toEqual(["Ada II"]);
  });
});

describe("the search", () => {
  const found = (query: string): string[] => {
    device.fill("search", query);
    return device
      .controls()
      .filter((node) => node.id.endsWith(":id/contact"))
      .map((node) => node.description);
  };

  test("covers all text fields and numbers, in any case and notation", () => {
    insertContact(device, { name: "Grace", company: "Harvard", phone: "+1 (555) 010-0142", note: "moth" });
    insertContact(device, { name: "李娜", email: "LINA@example.cn", phone: "139 0013 9000" });
    open();
    expect(found("  grace ")).toEqual(["Grace"]);
    expect(found("HARV")).toEqual(["Grace"]);
    expect(found("moth")).toEqual(["Grace"]);
    expect(found("lina@")).toEqual(["李娜"]);
    expect(found("娜")).toEqual(["李娜"]);
    expect(found("555 0100")).toEqual(["Grace"]);
    expect(found("00139")).toEqual(["李娜"]);
    expect(found("   ")).toEqual(["Grace", "李娜"]);
    expect(found("(.*)")).toEqual([]);
  });

  test("is kept when the user returns from a contact", () => {
    insertContact(device, { name: "Grace" });
    insertContact(device, { name: "Ada" });
    open();
    device.fill("search", "gra");
    device.press(KEY_CODES.back);
    device.tap("Grace");
    device.press(KEY_CODES.back);
    expect([device.control("search").text, device.has("Ada")]).toEqual(["gra", false]);
  });
});

describe("the appearance", () => {
  test("has a light and a dark theme", () => {
    insertContact(device, { name: "Ada" });
    open();
    const ground = (): number => Number.parseInt(device.pixel(4, 300).slice(0, 2), 16);
    expect(ground()).toBeLessThan(60);
    device.ui.settings.put("secure", "ui_night_mode", "1");
    expect(ground()).toBeGreaterThan(200);
  });

  test("grows rows with the font scale, without overlaps", () => {
    for (const name of ["Ada", "Bob", "Cy"]) insertContact(device, { name, company: "Engines" });
    open();
    const rows = () =>
      device
        .controls()
        .filter((node) => node.id.endsWith(":id/contact"))
        .map((node) => node.bounds);
    const before = (rows()[0]?.bottom ?? 0) - (rows()[0]?.top ?? 0);
    device.ui.settings.put("system", "font_scale", "1.5");
    const after = rows();
    expect((after[0]?.bottom ?? 0) - (after[0]?.top ?? 0)).toBeGreaterThan(before * 1.3);
    expect(after[1]?.top).toBeGreaterThanOrEqual(after[0]?.bottom ?? Infinity);
  });
});
