import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENGLISH } from "@terrarium/phone-ui/services/english";
import { expect, test } from "vitest";
import { formatWhen } from "../format-when.ts";
import { DeviceDriver } from "../testing/device-driver.ts";

const BACK = 4;
const notesFile = (device: DeviceDriver): string => join(device.dataDir, "apps", "com.terrarium.notes", "notes.json");

function writeNote(device: DeviceDriver, title: string, body: string): void {
  device.tap("New note");
  device.ui.input.text(title);
  device.tap("Note");
  device.ui.input.text(body);
  device.press(BACK); // the keyboard
  device.press(BACK); // the editor
}

test("notes are written, listed and restored after an abrupt restart", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes");
  expect(device.has("No notes yet")).toBe(true);
  writeNote(device, "Moss 🌿", "Mist it twice a week");
  writeNote(device, "Ferns", "日本のシダ");
  expect(device.texts().filter((text) => ["Moss 🌿", "Ferns"].includes(text))).toEqual([
    "Ferns",
    "Ferns",
    "Moss 🌿",
    "Moss 🌿",
  ]);

  const restarted = await DeviceDriver.start({ dataDir: device.dataDir });
  restarted.tap("Notes", "Moss 🌿");
  expect(restarted.find("Note").text).toBe("Mist it twice a week");
  restarted.ui.dispose();
});

test("saves an unfinished note during typing", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note");
  device.ui.input.text("half a tho");
  expect(readFileSync(notesFile(device), "utf8")).toContain("half a tho");
});

test("an empty note is not kept; undo restores a deleted one", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note", "Back");
  expect(device.has("No notes yet")).toBe(true);
  writeNote(device, "Keep me", "please");
  device.tap("Keep me", "Delete note");
  expect(device.has("Keep me")).toBe(false);
  device.tap("Undo");
  expect(device.has("Keep me")).toBe(true);
});

test("finds notes by words of title and text", async () => {
  await using device = await DeviceDriver.start();
  device.ui.activities.start("com.terrarium.notes");
  writeNote(device, "Moss", "Mist it twice a week");
  writeNote(device, "Ferns", "shade and water");
  device.tap("Search notes");
  device.ui.input.text("mist week");
  expect([device.has("Moss"), device.has("Ferns")]).toEqual([true, false]);
  device.ui.input.text("zzz");
  expect(device.has("No notes match “mist weekzzz”")).toBe(true);
  device.tap("Clear");
  expect(device.has("Ferns")).toBe(true);
});

test("several notes are deleted at once and restored by undo", async () => {
  await using device = await DeviceDriver.start();
  device.ui.activities.start("com.terrarium.notes");
  for (const title of ["One", "Two", "Three"]) writeNote(device, title, "text");
  const { bounds } = device.find("One");
  const at = { xPx: (bounds.left + bounds.right) / 2, yPx: (bounds.top + bounds.bottom) / 2, pointerId: 0 };
  device.ui.input.touch({ action: "down", ...at });
  await expect.poll(() => device.has("1 selected")).toBe(true);
  device.ui.input.touch({ action: "up", ...at });
  device.tap("Three", "Delete selected notes");
  expect(["One", "Two", "Three"].map((title) => device.has(title))).toEqual([false, true, false]);
  expect(device.has("2 notes deleted")).toBe(true);
  device.tap("Undo");
  expect(["One", "Two", "Three"].map((title) => device.has(title))).toEqual([true, true, true]);
});

test("a shared text or picture becomes a note", async () => {
  await using device = await DeviceDriver.start();
  const send = { action: "android.intent.action.SEND", packageName: "com.terrarium.notes" };
  device.ui.activities.startIntent({
    ...send,
    mimeType: "text/plain",
    extras: { "android.intent.extra.TEXT": "shared" },
  });
  expect(device.find("Note").text).toBe("shared");
  await device.files.write("/sdcard/Pictures/moss.png", await device.ui.display.capturePng(), "replace");
  const extras = { "android.intent.extra.STREAM": "file:///sdcard/Pictures/moss.png" };
  device.ui.activities.startIntent({ ...send, mimeType: "image/png", extras });
  device.tap("Open picture");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.gallery");
  const restarted = await DeviceDriver.start({ dataDir: device.dataDir });
  restarted.ui.activities.start("com.terrarium.notes");
  expect([restarted.has("shared"), restarted.has("Picture")]).toEqual([true, true]);
  restarted.ui.dispose();
});

test("the on-screen keyboard writes into the note", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note", "Note");
  device.tap("H", "i", "Space", "Symbols", "@", "Letters", "Enter", "X", "Backspace", "O", "k");
  expect(device.find("Note").text).toBe("Hi @\nOk");
  device.tap("Hide keyboard");
  expect(device.has("Space")).toBe(false);
  device.tap("Note");
  expect(device.has("Space")).toBe(true);
});

test("keys and touches move the caret", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note", "Note");
  device.ui.input.text("ab👩‍🌾d");
  device.press(21); // left
  device.press(67); // deletes the farmer, one character of several code points
  device.ui.input.text("c");
  expect(device.find("Note").text).toBe("abcd");
  device.press(122); // start of the line
  device.press(112); // forward delete
  expect(device.find("Note").text).toBe("bcd");
  const { bounds } = device.find("Note");
  device.tapAt(bounds.right - 2, bounds.top + 20);
  device.ui.input.text("!");
  device.tapAt(bounds.left + 1, bounds.top + 20);
  device.ui.input.text("¡");
  expect(device.find("Note").text).toBe("¡bcd!");
});

test("a long note keeps the caret in view above the keyboard", async () => {
  await using device = await DeviceDriver.start({ widthPx: 480, heightPx: 800, densityDpi: 240 });
  device.tap("Notes", "New note", "Note");
  device.ui.input.text(Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n"));
  const keyboardTop = device.find("q").bounds.top;
  const note = device.find("Note").bounds;
  expect(note.bottom).toBeLessThanOrEqual(keyboardTop);
  expect(device.has("Title")).toBe(false); // scrolled away
});

test("a damaged file is set aside and logged", async () => {
  await using first = await DeviceDriver.start();
  const file = notesFile(first);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '[{"id":');
  first.tap("Notes");
  expect(first.has("No notes yet")).toBe(true);
  expect(first.logged.join("\n")).toContain("notes.json is damaged");
  expect(existsSync(`${file}.damaged`)).toBe(true);
});

test("formats the time of the last edit briefly", () => {
  const at = (year: number, month: number, day: number, hour = 12): number =>
    new Date(year, month - 1, day, hour, 5).getTime();
  const now = at(2026, 11, 21);
  expect(formatWhen(at(2026, 11, 21, 8), now, ENGLISH)).toBe("08:05");
  expect(formatWhen(at(2026, 11, 20, 23), now, ENGLISH)).toBe("Yesterday");
  expect(formatWhen(at(2026, 3, 2), now, ENGLISH)).toBe("2 Mar");
  expect(formatWhen(at(2025, 3, 2), now, ENGLISH)).toBe("2 Mar 2025");
});
