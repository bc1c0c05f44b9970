import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { contactValues, insertContact } from "./testing/contact-rows.ts";
import { CONTACTS, DATA, PEOPLE, provideContacts } from "./testing/provide-contacts.ts";

let device: DeviceDriver;
const { open, names, openForm, write } = provideContacts((started) => (device = started));

describe("the contact form", () => {
  test.each([
    ["name", "x".repeat(201), "name", "Too long"],
    ["company", "公".repeat(201), "company", "Too long"],
    ["phone_0", "call me", "phone_0", "Use only digits, spaces and + ( ) - . * #"],
    ["phone_0", "1".repeat(41), "phone_0", "Use only digits, spaces and + ( ) - . * #"],
    ["phone_0", "()", "phone_0", "Use only digits, spaces and + ( ) - . * #"],
    ["note", "n".repeat(4001), "note", "Too long"],
  ])("shows an error at an invalid %s (%#) until it is corrected", (id, text, field, message) => {
    openForm();
    write({ ...(id === "name" ? {} : { name: "Ada" }), [id]: text });
    device.tap("Save");
    // The message also shows above the form, because the field may be scrolled out of view.
    expect(device.control("message").text).toBe(message);
    expect(names()).toEqual([]);
    for (let swipe = 0; swipe < 20 && !device.hasControl(`${field}_note`); swipe++) device.drag(340, 560, 340, 120);
    expect(device.control(`${field}_note`).text).toBe(message);
    write({ [id]: id.startsWith("phone") ? "+49 30 1234" : "short" });
    expect(device.hasControl(`${field}_note`)).toBe(false);
    device.tap("Save");
    expect(names().length).toBe(1);
  });

  test("shows no errors before the first save", () => {
    openForm();
    write({ phone_0: "no number" });
    expect(device.texts().some((text) => text.startsWith("Only digits"))).toBe(false);
  });

  test.each([
    ["a@b", true],
    ["ada.lovelace+moss@engines.example", true],
    ["伽@例子.中国", true],
    ["ada@", false],
    ["@example.com", false],
    ["two words@example.com", false],
    ["a@b..c", false],
  ])("accepts %s as an email address: %s", (address, valid) => {
    openForm();
    device.tap("Add email");
    write({ email_0: address });
    device.tap("Save");
    expect(contactValues(device, "email_v2")).toEqual(valid ? [address] : []);
    expect(device.has("Enter an address like name@example.com")).toBe(!valid);
  });

  test("trims values and drops empty rows", () => {
    openForm();
    device.tap("Add phone", "Add email");
    write({ name: "  Ada  ", phone_0: "", phone_1: "  1234567 " });
    device.tap("Save");
    expect([names(), contactValues(device, "phone_v2"), contactValues(device, "email_v2")]).toEqual([
      ["Ada"],
      ["1234567"],
      [],
    ]);
  });

  test("saves the kind of a number as Android's code", () => {
    openForm();
    write({ name: "Ada", phone_0: "1234567" });
    device.tapControl("phone_0_work");
    expect(device.control("phone_0_work").selected).toBe(true);
    device.tap("Save");
    expect(device.has("Work")).toBe(true);
    expect(device.ui.content.query(`${DATA}/phones`, { projection: ["data2"] })).toEqual([{ data2: "3" }]);
  });

  test("disables adding numbers at the limit", () => {
    const id = insertContact(device, { name: "Operator" });
    for (let index = 0; index < 20; index++)
      device.ui.content.insert(`${DATA}/phones`, { raw_contact_id: id, data1: `555-${1000 + index}` });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${PEOPLE}/${id}` });
    for (let swipe = 0; swipe < 10 && !device.hasControl("add_phone"); swipe++) device.drag(340, 560, 340, 120);
    expect(device.control("add_phone").enabled).toBe(false);
    expect(device.control("add_email").enabled).toBe(true);
  });

  test("closes at once without changes, and otherwise asks", () => {
    openForm();
    device.press(KEY_CODES.back);
    expect(device.has("No contacts yet")).toBe(true);
    openForm();
    write({ note: "half a thought" });
    device.tap("Back");
    expect(device.has("Discard your changes?")).toBe(true);
    device.press(KEY_CODES.back);
    expect(device.control("note").text).toBe("half a thought");
    device.tap("Back", "Discard");
    expect([device.has("No contacts yet"), names()]).toEqual([true, []]);
  });

  test("does not ask when a change was undone", () => {
    const id = insertContact(device, { name: "Ada", phone: "1234567" });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${PEOPLE}/${id}` });
    write({ name: "Adam" });
    write({ name: "Ada" });
    device.tap("Back");
    expect(device.has("Discard your changes?")).toBe(false);
    expect(device.has("Call")).toBe(true);
  });

  test("saves on ENTER in the name field", () => {
    open();
    device.tap("New contact");
    device.type("Ada");
    device.press(66);
    expect(names()).toEqual(["Ada"]);
    expect(device.has("No phone numbers or email addresses")).toBe(true);
    device.tap("Add contact info");
    expect(device.control("name").text).toBe("Ada");
  });

  test("keeps its input when the screen rotates between one pane and two", () => {
    device.ui.settings.put("global", "display_size_forced", "412,915");
    openForm();
    write({ name: "Half a name", phone_0: "12" });
    device.turn(true);
    expect([device.control("name").text, device.has("Search contacts")]).toEqual(["Half a name", true]);
    device.turn(false);
    expect([device.control("name").text, device.control("phone_0").text]).toEqual(["Half a name", "12"]);
  });

  test("saves no partial edits when the app is killed", () => {
    const id = insertContact(device, { name: "Ada" });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${PEOPLE}/${id}` });
    write({ name: "Ad" });
    device.kill(CONTACTS);
    open();
    expect([names(), device.has("Ada")]).toEqual([["Ada"], true]);
  });
});
