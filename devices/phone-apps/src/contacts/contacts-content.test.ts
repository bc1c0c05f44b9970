import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContentResolver } from "@terrarium/phone-system/content/content-resolver";
import { afterAll, describe, expect, it } from "vitest";
import { createContactsProvider } from "./contacts-provider.ts";
import { ContactsStore } from "./contacts-store.ts";

const folder = mkdtempSync(join(tmpdir(), "terrarium-content-"));
let count = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(dataDir = join(folder, String(count++))) {
  const contacts = new ContactsStore(dataDir, () => undefined);
  const content = new ContentResolver([createContactsProvider(contacts)]);
  return { dataDir, contacts, content };
}

const DATA = "content://com.android.contacts/data";

function addContact(content: ContentResolver, name: string, ...numbers: string[]): string {
  const id = content.insert("content://com.android.contacts/raw_contacts", {}).split("/").at(-1) ?? "";
  content.insert(DATA, { raw_contact_id: id, mimetype: "vnd.android.cursor.item/name", data1: name });
  for (const number of numbers)
    content.insert(DATA, {
      raw_contact_id: id,
      mimetype: "vnd.android.cursor.item/phone_v2",
      data1: number,
      data2: "2",
    });
  return id;
}

describe("contacts as content", () => {
  it("are created from data rows, and found by name, number and id", () => {
    const { content, contacts } = open();
    const ada = addContact(content, "Ada", "+1 555 0100", "555-0199");
    addContact(content, "Bob");
    expect(contacts.get()).toMatchObject([
      { name: "Ada", phones: [{ value: "+1 555 0100", type: "mobile" }, { value: "555-0199" }] },
      { name: "Bob", phones: [] },
    ]);
    const uri = "content://com.android.contacts/contacts";
    expect(content.query(uri, { projection: ["display_name"], where: "has_phone_number=1" })).toEqual([
      { display_name: "Ada" },
    ]);
    expect(content.query(`${uri}/${ada}`).map((row) => row.display_name)).toEqual(["Ada"]);
    expect(content.query(`${DATA}/phones`, { projection: ["data1"], where: "data1 LIKE '%0199'" })).toEqual([
      { data1: "555-0199" },
    ]);
  });

  it("are changed and deleted by row and condition, and survive a restart", () => {
    const first = open();
    const ada = addContact(first.content, "Ada", "1111111", "2222222");
    addContact(first.content, "Bob");
    first.content.insert(DATA, { raw_contact_id: ada, mimetype: "vnd.android.cursor.item/phone_v2", data1: "1111112" });
    expect(first.content.delete(`${DATA}/phones`, "data1 LIKE '111111_'")).toBe(2);
    expect(first.content.update(DATA, { data1: "Ada L." }, `contact_id=${ada} AND mimetype LIKE '%/name'`)).toBe(1);
    expect(first.content.delete("content://com.android.contacts/raw_contacts", "display_name='Bob'")).toBe(1);
    const again = open(first.dataDir);
    expect(again.contacts.get()).toMatchObject([{ name: "Ada L.", phones: [{ value: "2222222" }] }]);
  });

  it("report errors", () => {
    const { content } = open();
    expect(() => content.insert(DATA, { raw_contact_id: "7" })).toThrow("raw_contact_id 7 is no contact");
    expect(() => content.insert("content://com.android.contacts/contacts", {})).toThrow("raw_contacts");
    expect(() => content.query("content://nobody/x")).toThrow("Could not find provider: nobody");
    expect(() => content.query(`${DATA}/bogus`)).toThrow(`Unknown URL ${DATA}/bogus`);
    expect(content.has(DATA)).toBe(true);
    expect(content.has("content://settings/system")).toBe(false);
  });

  it("match one subscriber in any notation of the number", () => {
    const { content, contacts } = open();
    addContact(content, "Ada", "+44 20 7946 0000");
    expect(contacts.withNumber("02079460000")?.name).toBe("Ada");
    expect(contacts.withNumber("0000")).toBeUndefined();
    expect(contacts.withNumber("")).toBeUndefined();
  });
});
