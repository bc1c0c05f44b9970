import { expect, test } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";
import { draftProblem } from "./contact-draft.ts";
import { compareContacts, sectionOf } from "./contact-section.ts";
import { emptyContact, type Contact } from "./contact.ts";

const BACK = 4;
const contact = (name: string, change: Partial<Contact> = {}): Contact => ({ ...emptyContact, id: 1, name, ...change });

function insert(device: DeviceDriver, name: string, number?: string): void {
  const { content } = device.ui;
  const id = content.insert("content://com.android.contacts/raw_contacts", {}).split("/").at(-1) ?? "";
  const add = (mimetype: string, data1: string): void =>
    void content.insert("content://com.android.contacts/data", { raw_contact_id: id, mimetype, data1 });
  add("vnd.android.cursor.item/name", name);
  if (number !== undefined) add("vnd.android.cursor.item/phone_v2", number);
}

function type(device: DeviceDriver, field: string, text: string): void {
  device.tap(field);
  device.ui.input.text(text);
}

test("a contact is created, validated, edited, starred and restored after a restart", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Contacts");
  expect(device.has("No contacts yet")).toBe(true);
  device.tap("New contact", "Save");
  expect(device.has("Enter a name, company, phone number or email address")).toBe(true);
  device.ui.input.text("Ada Lovelace");
  device.press(BACK); // the keyboard
  type(device, "Phone", "none of your business");
  device.press(BACK);
  device.tap("Save");
  expect(device.has("Use only digits, spaces and + ( ) - . * #")).toBe(true);
  device.tap("Remove phone", "Add email");
  type(device, "Email", "ada@engines.example");
  device.press(BACK);
  device.tap("Save");
  expect(device.texts()).toEqual(expect.arrayContaining(["Ada Lovelace", "ada@engines.example"]));
  device.tap("Add to favorites", "Edit contact");
  type(device, "Company", "Engines");
  device.press(BACK);
  device.tap("Save");

  const restarted = await DeviceDriver.start({ dataDir: device.dataDir });
  restarted.tap("Contacts");
  expect(restarted.has("Favorites")).toBe(true);
  restarted.tap("Ada Lovelace");
  expect(restarted.texts()).toEqual(expect.arrayContaining(["Engines", "Remove from favorites"]));
  restarted.ui.dispose();
});

test("contacts are found by name, company and number, and deleted after confirmation", async () => {
  await using device = await DeviceDriver.start();
  insert(device, "Grace", "+1 (555) 0142");
  insert(device, "李娜", "+86 139 0013 9000");
  device.tap("Contacts", "Search contacts");
  device.ui.input.text("5550142");
  expect(device.has("Grace")).toBe(true);
  expect(device.has("李娜")).toBe(false);
  device.tap("Clear", "Search contacts");
  device.ui.input.text("nobody");
  expect(device.has("No contacts match “nobody”")).toBe(true);
  device.tap("Clear", "Grace", "Delete contact", "Cancel");
  expect(device.has("Delete contact")).toBe(true);
  device.tap("Delete contact", "Delete");
  expect(device.ui.content.query("content://com.android.contacts/contacts").map((row) => row.display_name)).toEqual([
    "李娜",
  ]);
});

test("a call reports the missing SIM; a message opens Messages", async () => {
  await using device = await DeviceDriver.start();
  insert(device, "Grace", "+1 555 0142");
  device.tap("Contacts", "Grace", "Call");
  expect(device.has("No SIM card")).toBe(true);
  device.tap("Copy number");
  expect(device.ui.clipboard.get()).toBe("+1 555 0142");
  device.tap("Message");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.messages");
  expect(device.has("Text message")).toBe(true);
});

test("leaving a changed form asks first; an intent fills it in", async () => {
  await using device = await DeviceDriver.start();
  device.ui.activities.startIntent({
    action: "android.intent.action.INSERT",
    mimeType: "vnd.android.cursor.dir/contact",
    extras: { name: "Alan", phone: "+44 7700 900123" },
  });
  expect(device.find("Name").text).toBe("Alan");
  expect(device.find("Phone").text).toBe("+44 7700 900123");
  type(device, "Company", "Bletchley");
  device.press(BACK);
  device.press(BACK);
  device.tap("Keep editing");
  device.press(BACK);
  device.tap("Discard");
  expect(device.has("No contacts yet")).toBe(true);
});

test("a long list has a fast scroller for taps and slides", async () => {
  await using device = await DeviceDriver.start();
  for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") insert(device, `${letter}nn`);
  device.tap("Contacts");
  expect(device.has("Ynn")).toBe(false);
  const jumps = device.texts().filter((text) => text.startsWith("Jump to"));
  device.tap(jumps.at(-1) ?? "");
  await expect.poll(() => device.has("Ynn")).toBe(true);
  expect(device.has("Bnn")).toBe(false);
  const { bounds } = device.find(jumps.at(-1) ?? "");
  const x = (bounds.left + bounds.right) / 2;
  device.drag(x, bounds.top, x, device.find(jumps[0] ?? "").bounds.top + 4);
  expect(device.has("Ann")).toBe(true);
});

test("on a wide screen the list stays beside the contact", async () => {
  await using device = await DeviceDriver.start({ widthPx: 1920, heightPx: 1200, densityDpi: 240 });
  insert(device, "Ada", "1234567");
  device.tap("Contacts");
  expect(device.has("Choose a contact")).toBe(true);
  device.tap("Ada");
  expect(device.has("Search contacts")).toBe(true);
  expect(device.has("1234567")).toBe(true);
});

test("contacts are listed by the letter of their name or reading", () => {
  const names = ["张伟", "Zoë", "李娜", "éric", "Ωmega", "7Eleven", "安", "Ada"];
  const sorted = names.map((name) => contact(name)).toSorted(compareContacts);
  expect(sorted.map((each) => `${sectionOf(each)} ${each.name}`)).toEqual([
    "A 安",
    "A Ada",
    "E éric",
    "L 李娜",
    "Z 张伟",
    "Z Zoë",
    "Ω Ωmega",
    "# 7Eleven",
  ]);
});

test.each([
  [contact(""), { field: "name", problem: "nothing" }],
  [contact("A", { phones: [{ value: "12a", type: "home" }] }), { field: "phones.0", problem: "phone" }],
  [contact("A", { emails: [{ value: "a@b@c", type: "home" }] }), { field: "emails.0", problem: "email" }],
  [contact("x".repeat(201)), { field: "name", problem: "long" }],
  [contact("", { phones: [{ value: "*#06#", type: "other" }] }), undefined],
  [contact("A", { emails: [{ value: "", type: "home" }] }), undefined],
] as const)("validates a draft: %j", (draft, expected) => {
  expect(draftProblem(draft)).toEqual(expected);
});
