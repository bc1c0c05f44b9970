import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyCodes } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contactValues, insertContact } from "../testing/content-rows.ts";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { provideDevice } from "../testing/provide-device.ts";
import { emptyContact } from "./contact.ts";

const contacts = "com.terrarium.contacts";
const people = "content://com.android.contacts/contacts";
const data = "content://com.android.contacts/data";

let device: DeviceDriver;
provideDevice({}, (started) => (device = started));

const open = (): void => void device.ui.activities.start(contacts);
const names = (): (string | null | undefined)[] => device.ui.content.query(people).map((row) => row.display_name);

/** Opens the form for a new contact, without the keyboard over it. */
function openForm(): void {
  open();
  device.tap("New contact");
  device.press(keyCodes.back);
}

/** Fills the fields in, by their ids, and leaves the keyboard. */
function write(fields: Readonly<Record<string, string>>): void {
  for (const [id, text] of Object.entries(fields)) {
    device.fill(id, text);
    device.press(keyCodes.back);
  }
}

describe("without contacts", () => {
  test("the list says how to make one, in the device's language", () => {
    open();
    expect([device.has("No contacts yet"), device.has("New contact")]).toEqual([true, true]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect([device.has("还没有联系人"), device.has("新建联系人")]).toEqual([true, true]);
  });

  test("a search says that nobody matches, and is emptied", () => {
    open();
    device.fill("search", "Ada");
    expect(device.has("Nobody matches “Ada”")).toBe(true);
    device.tap("Clear");
    expect(device.has("No contacts yet")).toBe(true);
  });
});

describe("the form for a contact", () => {
  test.each([
    ["name", "x".repeat(201), "name", "Too long"],
    ["company", "公".repeat(201), "company", "Too long"],
    ["phone_0", "call me", "phone_0", "Only digits, spaces and + ( ) - . * # make a number"],
    ["phone_0", "1".repeat(41), "phone_0", "Only digits, spaces and + ( ) - . * # make a number"],
    ["phone_0", "()", "phone_0", "Only digits, spaces and + ( ) - . * # make a number"],
    ["note", "n".repeat(4001), "note", "Too long"],
  ])("refuses in %s what cannot be (%#), beside the field, until it is put right", (id, text, field, message) => {
    openForm();
    write({ ...(id === "name" ? {} : { name: "Ada" }), [id]: text });
    device.tap("Save");
    // Said over the form as well, of which the field may have been scrolled away.
    expect(device.control("message").text).toBe(message);
    expect(names()).toEqual([]);
    for (let swipe = 0; swipe < 20 && !device.hasControl(`${field}_note`); swipe++) device.drag(340, 560, 340, 120);
    expect(device.control(`${field}_note`).text).toBe(message);
    write({ [id]: id.startsWith("phone") ? "+49 30 1234" : "short" });
    expect(device.hasControl(`${field}_note`)).toBe(false);
    device.tap("Save");
    expect(names().length).toBe(1);
  });

  test("says nothing is wrong before somebody tries to save", () => {
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
  ])("takes %s as an address: %s", (address, valid) => {
    openForm();
    device.tap("Add email");
    write({ email_0: address });
    device.tap("Save");
    expect(contactValues(device, "email_v2")).toEqual(valid ? [address] : []);
    expect(device.has("An address looks like name@example.com")).toBe(!valid);
  });

  test("keeps spaces around values and empty rows out", () => {
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

  test("keeps what kind of number it is, as Android numbers the kinds", () => {
    openForm();
    write({ name: "Ada", phone_0: "1234567" });
    device.tapControl("phone_0_work");
    expect(device.control("phone_0_work").selected).toBe(true);
    device.tap("Save");
    expect(device.has("Work")).toBe(true);
    expect(device.ui.content.query(`${data}/phones`, { projection: ["data2"] })).toEqual([{ data2: "3" }]);
  });

  test("offers no more numbers than a contact can have", () => {
    const id = insertContact(device, { name: "Operator" });
    for (let index = 0; index < 20; index++)
      device.ui.content.insert(`${data}/phones`, { raw_contact_id: id, data1: `555-${1000 + index}` });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${people}/${id}` });
    for (let swipe = 0; swipe < 10 && !device.hasControl("add_phone"); swipe++) device.drag(340, 560, 340, 120);
    expect(device.control("add_phone").enabled).toBe(false);
    expect(device.control("add_email").enabled).toBe(true);
  });

  test("is left at once where nothing was written, and asks where something was", () => {
    openForm();
    device.press(keyCodes.back);
    expect(device.has("No contacts yet")).toBe(true);
    openForm();
    write({ note: "half a thought" });
    device.tap("Back");
    expect(device.has("Discard your changes?")).toBe(true);
    device.press(keyCodes.back);
    expect(device.control("note").text).toBe("half a thought");
    device.tap("Back", "Discard");
    expect([device.has("No contacts yet"), names()]).toEqual([true, []]);
  });

  test("asks nothing where what was written was taken back", () => {
    const id = insertContact(device, { name: "Ada", phone: "1234567" });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${people}/${id}` });
    write({ name: "Adam" });
    write({ name: "Ada" });
    device.tap("Back");
    expect(device.has("Discard your changes?")).toBe(false);
    expect(device.has("Call")).toBe(true);
  });

  test("is saved by ENTER in the name", () => {
    open();
    device.tap("New contact");
    device.type("Ada");
    device.press(66);
    expect(names()).toEqual(["Ada"]);
    expect(device.has("No numbers or addresses yet")).toBe(true);
    device.tap("Add some");
    expect(device.control("name").text).toBe("Ada");
  });

  test("keeps what is written while the screen is turned, also between one pane and two", () => {
    device.ui.settings.put("global", "display_size_forced", "412,915");
    openForm();
    write({ name: "Half a name", phone_0: "12" });
    device.turn(true);
    expect([device.control("name").text, device.has("Search contacts")]).toEqual(["Half a name", true]);
    device.turn(false);
    expect([device.control("name").text, device.control("phone_0").text]).toEqual(["Half a name", "12"]);
  });

  test("leaves nothing half behind when the app is ended", () => {
    const id = insertContact(device, { name: "Ada" });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${people}/${id}` });
    write({ name: "Ad" });
    device.kill(contacts);
    open();
    expect([names(), device.has("Ada")]).toEqual([["Ada"], true]);
  });
});

describe("an intent", () => {
  const insert = (extras: Record<string, string>): void =>
    void device.ui.activities.startIntent({
      action: "android.intent.action.INSERT",
      mimeType: "vnd.android.cursor.dir/contact",
      extras,
    });

  test("fills the form in with all that it brings, and nothing is kept before it is saved", () => {
    insert({ name: "Ada", company: "Engines", phone: "123", email: "a@b.c", notes: "mill", odd: "\0", "": "x" });
    const shown = ["name", "company", "phone_0", "email_0"].map((id) => device.control(id).text);
    expect(shown).toEqual(["Ada", "Engines", "123", "a@b.c"]);
    expect(names()).toEqual([]);
    device.tap("Save");
    expect(contactValues(device, "note")).toEqual(["mill"]);
  });

  test("that comes while another form is open is heeded as well", () => {
    insert({ name: "First" });
    insert({ name: "Second", phone: "22" });
    expect([device.control("name").text, device.control("phone_0").text]).toEqual(["Second", "22"]);
  });

  test("with more than a field holds is refused by the form, not by a crash", () => {
    insert({ name: "x".repeat(100_000), phone: "not a number" });
    device.tap("Save");
    expect([device.has("Too long"), names()]).toEqual([true, []]);
  });

  test.each([
    [`${people}/7777`, "No contacts yet"],
    [`${people}/not-a-number`, "No contacts yet"],
    ["content://com.android.contacts/groups/1", "No contacts yet"],
    [`${people}/`, "No contacts yet"],
  ])("for %s, which is no contact, shows the list", (dataUri, shown) => {
    device.ui.activities.startIntent({ action: "android.intent.action.VIEW", dataUri });
    expect(device.has(shown)).toBe(true);
  });

  test("shows or edits the contact it names, by either of its addresses", () => {
    const id = insertContact(device, { name: "Ada", phone: "1234567" });
    device.ui.activities.startIntent({ action: "android.intent.action.VIEW", dataUri: `${people}/${id}` });
    expect(device.has("Mobile")).toBe(true);
    const dataUri = `content://com.android.contacts/raw_contacts/${id}`;
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri });
    expect(device.control("phone_0").text).toBe("1234567");
  });
});

describe("what other programs change", () => {
  test("shows in the list at once: what is new, what has another name, what is gone", async () => {
    open();
    const id = insertContact(device, { name: "Ada" });
    await device.shows("Ada");
    device.ui.content.update(data, { data1: "Zoë" }, `contact_id=${id} AND mimetype LIKE '%/name'`);
    await device.shows("Zoë");
    expect(device.has("Ada")).toBe(false);
    device.ui.content.delete("content://com.android.contacts/raw_contacts", `_id=${id}`);
    await device.shows("No contacts yet");
  });

  test("shows in the contact that is open, and leads back to the list where it is gone", async () => {
    const id = insertContact(device, { name: "Ada", phone: "1234567" });
    open();
    device.tap("Ada");
    device.ui.content.insert(`${data}/emails`, { raw_contact_id: id, data1: "ada@engines.example", data2: "2" });
    await device.shows("ada@engines.example");
    expect(device.has("Work")).toBe(true);
    device.ui.content.delete("content://com.android.contacts/raw_contacts", `_id=${id}`);
    await device.shows("No contacts yet");
    expect(device.has("Call")).toBe(false);
  });

  test("does not take the form away, which saves the contact again", () => {
    const id = insertContact(device, { name: "Ada" });
    device.ui.activities.startIntent({ action: "android.intent.action.EDIT", dataUri: `${people}/${id}` });
    device.ui.content.delete("content://com.android.contacts/raw_contacts", `_id=${id}`);
    write({ name: "Ada II" });
    device.tap("Save");
    expect(names()).toEqual(["Ada II"]);
  });
});

describe("the provider", () => {
  test("changes the name of a contact that has all the numbers it can have, and refuses one more", () => {
    const id = insertContact(device, { name: "Operator" });
    const add = (kind: string, data1: string) =>
      device.ui.content.insert(data, { raw_contact_id: id, mimetype: `vnd.android.cursor.item/${kind}`, data1 });
    for (let index = 0; index < 20; index++) add("phone_v2", `${1000 + index}`);
    expect(() => add("phone_v2", "9999")).toThrow(/20 numbers/);
    add("name", "Exchange");
    add("email_v2", "exchange@example.org");
    expect([names(), contactValues(device, "email_v2")]).toEqual([["Exchange"], ["exchange@example.org"]]);
  });

  test("takes no more in a change than in a new row", () => {
    const id = insertContact(device, { name: "Ada" });
    const change = () => device.ui.content.update(data, { data1: "x".repeat(4001) }, `contact_id=${id}`);
    expect(change).toThrow(/at most 4000/);
    expect(names()).toEqual(["Ada"]);
  });

  test("tells people and their numbers under the old addresses, to read alone", () => {
    insertContact(device, { name: "Ada", phone: "1234567", starred: true });
    const { content } = device.ui;
    expect(content.query("content://contacts/people")).toMatchObject([{ name: "Ada", primary_phone: "1234567" }]);
    expect(content.query("content://contacts/phones")).toMatchObject([{ number: "1234567", display_name: "Ada" }]);
    expect(() => content.insert("content://contacts/people", { name: "Bob" })).toThrow(/read-only/);
    expect(() => content.delete("content://contacts/phones")).toThrow(/read-only/);
  });

  test("puts a star on a contact and takes it off, and the list shows it", async () => {
    insertContact(device, { name: "Ada" });
    open();
    const star = (starred: string) => device.ui.content.update(people, { starred });
    star("1");
    await device.shows("Favourites");
    star("0");
    await expect.poll(() => device.has("Favourites")).toBe(false);
  });
});

describe("a contact", () => {
  test.each([
    [{ company: "Engines" }, "Engines"],
    [{ phone: "+44 20 7946" }, "+44 20 7946"],
    [{ email: "a@b.c" }, "a@b.c"],
    [{ note: "nothing else" }, "(No name)"],
  ])("without a name (%j) is called %s", (contact, name) => {
    insertContact(device, contact);
    open();
    device.tap(name);
    expect(device.control("name").text).toBe(name);
  });

  test.each(["שלמה המלך", "محمد بن موسى", "👩🏽‍🚀 Çelik-Ñandú", "x".repeat(200), "龍".repeat(100), "ก".repeat(90)])(
    "called %s stays within the screen, in the list and by itself",
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

  test("has its numbers and addresses copied, each said by a toast", () => {
    insertContact(device, { name: "Ada", phone: "+44 7700 900123", email: "ada@engines.example" });
    open();
    device.tap("Ada");
    device.hold("+44 7700 900123");
    expect([device.ui.clipboard.get(), device.has("Copied")]).toEqual(["+44 7700 900123", true]);
    device.tap("ada@engines.example");
    expect(device.ui.clipboard.get()).toBe("ada@engines.example");
    expect(device.has("No mail app here: address copied")).toBe(true);
  });

  test("without numbers and addresses offers neither to call nor to write", () => {
    insertContact(device, { name: "Ada" });
    open();
    device.tap("Ada");
    expect(["call", "message", "email"].map((id) => device.control(id).enabled)).toEqual([false, false, false]);
  });

  test("is deleted with a word, and its number is nobody's from then on", () => {
    insertContact(device, { name: "Ada", phone: "1234567" });
    open();
    device.tap("Ada", "Delete contact");
    device.press(keyCodes.back);
    expect(names()).toEqual(["Ada"]);
    device.tap("Delete contact", "Delete");
    expect([device.has("Ada deleted"), names()]).toEqual([true, []]);
    device.ui.content.insert("content://sms/inbox", { address: "1234567", body: "who?" });
    expect(device.ui.notifications.list()[0]?.title).toBe("1234567");
  });

  test("deleted on a wide screen leaves its pane empty", () => {
    device.ui.settings.put("global", "display_size_forced", "1280,800");
    insertContact(device, { name: "Ada" });
    open();
    device.tap("Ada", "Delete contact", "Delete");
    expect(device.has("Choose a contact")).toBe(true);
  });
});

describe("the search", () => {
  const found = (query: string): string[] => {
    device.fill("search", query);
    return device
      .controls()
      .filter((node) => node.resourceId.endsWith(":id/contact"))
      .map((node) => node.contentDesc);
  };

  test("looks into names, companies, notes, addresses and numbers, in any case and however a number is written", () => {
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

  test("is there again with its answer when one comes back from a contact", () => {
    insertContact(device, { name: "Grace" });
    insertContact(device, { name: "Ada" });
    open();
    device.fill("search", "gra");
    device.press(keyCodes.back);
    device.tap("Grace");
    device.press(keyCodes.back);
    expect([device.control("search").text, device.has("Ada")]).toEqual(["gra", false]);
  });
});

describe("the look", () => {
  test("has light and dark, and letters in both that can be told from the ground", () => {
    insertContact(device, { name: "Ada" });
    open();
    const ground = (): number => Number.parseInt(device.pixel(4, 300).slice(0, 2), 16);
    expect(ground()).toBeLessThan(60);
    device.ui.settings.put("secure", "ui_night_mode", "1");
    expect(ground()).toBeGreaterThan(200);
  });

  test("with large letters makes rows higher, and none lies over another", () => {
    for (const name of ["Ada", "Bob", "Cy"]) insertContact(device, { name, company: "Engines" });
    open();
    const rows = () =>
      device
        .controls()
        .filter((node) => node.resourceId.endsWith(":id/contact"))
        .map((node) => node.bounds);
    const before = (rows()[0]?.bottom ?? 0) - (rows()[0]?.top ?? 0);
    device.ui.settings.put("system", "font_scale", "1.5");
    const after = rows();
    expect((after[0]?.bottom ?? 0) - (after[0]?.top ?? 0)).toBeGreaterThan(before * 1.3);
    expect(after[1]?.top).toBeGreaterThanOrEqual(after[0]?.bottom ?? Infinity);
  });
});

/** A data folder with a file of contacts, as an earlier device would have left it. */
function folderWith(file: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-contacts-"));
  const folder = join(dataDir, "apps", contacts);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "contacts.json"), file);
  return dataDir;
}

describe("of five thousand contacts", () => {
  const count = 5000;
  const all = Array.from({ length: count }, (_, index) => ({
    ...emptyContact,
    id: index + 1,
    name: `${String.fromCodePoint(65 + Math.floor((index * 26) / count))} ${String(index).padStart(4, "0")}`,
    phones: [{ value: `+1 555 ${String(index).padStart(7, "0")}`, type: "mobile" }],
  }));
  let many: DeviceDriver;
  beforeAll(async () => {
    const dataDir = folderWith(JSON.stringify({ nextId: count + 1, contacts: all }));
    many = await DeviceDriver.start({ ...smallScreen, dataDir });
    many.ui.activities.start(contacts);
  });
  afterAll(() => many[Symbol.asyncDispose]());

  const rows = (): string[] => many.texts().filter((text) => /^[A-Z] \d{4}$/.test(text));

  test("only those around what shows are there, also at the other end", () => {
    expect(rows()).toContain("A 0000");
    expect(rows().length).toBeLessThan(60);
    const jump = many.texts().findLast((text) => text.startsWith("Jump to")) ?? "";
    many.tap(jump);
    expect(rows()[0]).toMatch(new RegExp(`^${jump.at(-1)} `));
    expect(rows().length).toBeLessThan(60);
  });

  test("one is found by a number, and opened", () => {
    many.fill("search", "0004242");
    expect([...new Set(rows())]).toEqual(["W 4242"]);
    many.press(keyCodes.back);
    many.tap("W 4242");
    expect(many.has("+1 555 0004242")).toBe(true);
    many.press(keyCodes.back);
    many.tap("Clear");
  });

  test("conversations with a thousand of them are searched by name within a moment", () => {
    for (let index = 0; index < 1000; index++)
      if (index % 100 === 0)
        many.ui.content.insert("content://sms/sent", { address: `555${String(index).padStart(7, "0")}`, body: "x" });
    many.ui.activities.start("com.terrarium.messages");
    const startMs = processorMs();
    many.fill("search", "A 01");
    expect(many.has("A 0100")).toBe(true);
    // A few ms for each key; by comparing each with each it was tens of milliseconds for each row.
    expect(processorMs() - startMs).toBeLessThan(5000);
    expect(many.logged).toEqual([]);
  });
});

test("a damaged file is kept aside, told of, and a new list begins", async () => {
  const dataDir = folderWith('{"nextId": 4, "contacts": [{"id": "four"}]}');
  await using damaged = await DeviceDriver.start({ ...smallScreen, dataDir });
  damaged.ui.activities.start(contacts);
  expect(damaged.has("No contacts yet")).toBe(true);
  expect(damaged.logged.join()).toContain("contacts.json is damaged");
  expect(existsSync(join(dataDir, "apps", contacts, "contacts.json.damaged"))).toBe(true);
  insertContact(damaged, { name: "Ada" });
  await expect.poll(() => damaged.has("Ada")).toBe(true);
});
