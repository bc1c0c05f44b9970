import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { emptyContact } from "./contact.ts";
import { insertContact } from "./testing/contact-rows.ts";
import { CONTACTS } from "./testing/provide-contacts.ts";

/** Creates a data folder with a contacts file from an earlier run. */
function folderWith(file: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-contacts-"));
  const folder = join(dataDir, "apps", CONTACTS);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "contacts.json"), file);
  return dataDir;
}

describe("with five thousand contacts", () => {
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
    many.ui.activities.start(CONTACTS);
  });
  afterAll(() => many[Symbol.asyncDispose]());

  const rows = (): string[] => many.texts().filter((text) => /^[A-Z] \d{4}$/.test(text));

  test("only rows near the visible ones exist, at both ends", () => {
    expect(rows()).toContain("A 0000");
    expect(rows().length).toBeLessThan(60);
    const jump = many.texts().findLast((text) => text.startsWith("Jump to")) ?? "";
    many.tap(jump);
    expect(rows()[0]).toMatch(new RegExp(`^${jump.at(-1)} `));
    expect(rows().length).toBeLessThan(60);
  });

  test("a contact is found by number and opened", () => {
    many.fill("search", "0004242");
    expect([...new Set(rows())]).toEqual(["W 4242"]);
    many.press(KEY_CODES.back);
    many.tap("W 4242");
    expect(many.has("+1 555 0004242")).toBe(true);
    many.press(KEY_CODES.back);
    many.tap("Clear");
  });

  test("conversations are searched by name quickly", () => {
    for (let index = 0; index < 1000; index++)
      if (index % 100 === 0)
        many.ui.content.insert("content://sms/sent", { address: `555${String(index).padStart(7, "0")}`, body: "x" });
    many.ui.activities.start("com.terrarium.messages");
    const startMs = processorMs();
    many.fill("search", "A 01");
    expect(many.has("A 0100")).toBe(true);
    // The index takes a few ms per key. Comparing every pair took tens of milliseconds per row.
    expect(processorMs() - startMs).toBeLessThan(5000);
    expect(many.logged).toEqual([]);
  });
});

test("sets a damaged file aside, logs it and starts empty", async () => {
  const dataDir = folderWith('{"nextId": 4, "contacts": [{"id": "four"}]}');
  await using damaged = await DeviceDriver.start({ ...smallScreen, dataDir });
  damaged.ui.activities.start(CONTACTS);
  expect(damaged.has("No contacts yet")).toBe(true);
  expect(damaged.logged.join()).toContain("contacts.json is damaged");
  expect(existsSync(join(dataDir, "apps", CONTACTS, "contacts.json.damaged"))).toBe(true);
  insertContact(damaged, { name: "Ada" });
  await expect.poll(() => damaged.has("Ada")).toBe(true);
});
