import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { describe, expect, test, vi } from "vitest";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { nowMs, provideDevice } from "../testing/provide-device.ts";
import type { Note } from "./notes-store.ts";

const NOTES = "com.terrarium.notes";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let device: DeviceDriver;
provideDevice({ nowMs }, (started) => (device = started));

const open = (): void => void device.ui.activities.start(NOTES);
/** Returns the cards in reading order, line by line. */
const shown = (): string[] =>
  device
    .controls()
    .filter((node) => node.id === `${NOTES}:id/note`)
    .toSorted(({ bounds: a }, { bounds: b }) => a.top - b.top || a.left - b.left)
    .map((node) => node.description);

/** Returns the notes in the file, as the app's next start reads them. */
function kept(): Pick<Note, "title" | "body" | "pictures">[] {
  const text = readFileSync(join(device.dataDir, "apps", NOTES, "notes.json"), "utf8");
  return (JSON.parse(text) as Note[]).map(({ title, body, pictures }) => ({ title, body, pictures }));
}

/** Writes a note and returns to the list. */
function write(title: string, body: string): void {
  device.tap("New note");
  if (title !== "") device.fill("note_title", title);
  if (body !== "") device.fill("note_body", body);
  device.press(KEY_CODES.back);
  device.press(KEY_CODES.back);
}

const share = (extras: Record<string, string>, more: { mimeType?: string; dataUri?: string } = {}): void =>
  void device.ui.activities.startIntent({
    packageName: NOTES,
    action: "android.intent.action.SEND",
    extras: Object.fromEntries(Object.entries(extras).map(([name, value]) => [`android.intent.extra.${name}`, value])),
    ...more,
  });

function picture(color: string): Buffer {
  const canvas = createCanvas(60, 60);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, 60, 60);
  return canvas.toBuffer("image/png");
}

describe("the list", () => {
  test("without notes explains how to write one, without search or count", () => {
    open();
    expect([device.has("No notes yet"), device.hasControl("search"), device.hasControl("subtitle")]).toEqual([
      true,
      false,
      false,
    ]);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.has("点按 + 添加记事。")).toBe(true);
  });

  test("is sorted by edit time and shows times and a count", () => {
    open();
    device.nowMs = nowMs - 400 * DAY_MS;
    write("Oldest", "x");
    device.nowMs = nowMs - DAY_MS;
    write("Older", "x");
    device.nowMs = nowMs;
    write("New", "x");
    expect([shown(), device.control("subtitle").text]).toEqual([["New", "Older", "Oldest"], "3 notes"]);
    expect(device.texts()).toEqual(expect.arrayContaining(["09:41", "Yesterday", "17 Oct 2025"]));
    device.tap("Oldest");
    device.fill("note_body", "changed");
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
    expect(shown()).toEqual(["Oldest", "New", "Older"]);
  });

  test.each([
    ["", "first line\nand another", "first line", "and another"],
    ["", "\n\n  only line", "only line", "only line"],
    ["Title", "body", "Title", "body"],
    ["  ", "body of it", "body of it", "body of it"],
  ])("shows of %j and %j the title %j and the text %j", (title, body, name, text) => {
    open();
    write(title, body);
    expect(shown()).toEqual([name]);
    expect(device.has(text)).toBe(true);
  });

  test.each(["שלום עולם", "x".repeat(3000), "苔".repeat(500), "👩‍🌾".repeat(100), "ผักชี".repeat(60)])(
    "keeps long and non-Latin words within the cards (%#)",
    (text) => {
      share({ SUBJECT: text, TEXT: text }, { mimeType: "text/plain" });
      for (const node of device.ui.nodes()) expect(node.bounds.right).toBeLessThanOrEqual(360);
      device.press(KEY_CODES.back);
      write("Short", "beside it");
      for (const node of device.ui.nodes()) expect(node.bounds.right).toBeLessThanOrEqual(360);
      expect(shown().length).toBe(2);
      device.tap(text);
      expect(device.control("note_title").text).toBe(text);
    },
  );

  test("has as many columns as screen and font scale allow", () => {
    open();
    for (const title of ["One", "Two", "Three"]) write(title, "x");
    const lefts = (): number =>
      new Set(
        device
          .controls()
          .filter((node) => node.id === `${NOTES}:id/note`)
          .map((node) => node.bounds.left),
      ).size;
    expect(lefts()).toBe(2);
    device.ui.settings.put("system", "font_scale", "1.5");
    expect(lefts()).toBe(1);
    device.ui.settings.delete("system", "font_scale");
    device.ui.settings.put("global", "display_size_forced", "1280,800");
    expect(lefts()).toBe(3);
  });
});

describe("the editor", () => {
  test("shows the word count and the time of the last change", () => {
    open();
    device.nowMs = nowMs - DAY_MS;
    write("Old", "one two\nthree");
    device.nowMs = nowMs;
    device.tap("Old");
    expect(device.has("Yesterday · 3 words")).toBe(true);
    device.fill("note_body", "one");
    expect(device.has("09:41 · 1 word")).toBe(true);
    device.fill("note_body", "  ");
    expect(device.has("09:41 · 0 words")).toBe(true);
  });

  test("limits the title to one line", () => {
    open();
    device.tap("New note");
    device.type("two\nlines");
    expect(device.control("note_title").text).toBe("two lines");
  });

  test.each([
    ["Enter of a hardware keyboard", () => device.press(KEY_CODES.enter)],
    ["Enter of the on-screen keyboard", () => device.tap("Enter")],
  ])("moves from the title to the text on %s", (_name, enter) => {
    open();
    device.tap("New note");
    device.type("Moss");
    enter();
    device.type("Mist it");
    expect(kept()).toEqual([{ title: "Moss", body: "Mist it", pictures: [] }]);
  });

  test("moves from the title past pictures to the text", async () => {
    await device.files.write("/sdcard/Pictures/a.png", picture("#ff0000"), "replace");
    share({ SUBJECT: "Moss", STREAM: "file:///sdcard/Pictures/a.png" }, { mimeType: "image/png" });
    device.tapControl("note_title");
    device.press(KEY_CODES.enter);
    device.type("x");
    expect(device.control("note_body")).toMatchObject({ text: "x", focused: true });
  });

  test("moves the caret between the rows of a long title", () => {
    open();
    device.tap("New note");
    device.type("moss ".repeat(20));
    expect(device.control("note_title").bounds.bottom).toBeGreaterThan(200);
    device.press(KEY_CODES.dpadUp);
    device.type("|");
    expect(device.control("note_title").text).toMatch(/moss.*\|.*moss/);
  });

  test("pastes the lines of a clipboard into one title", () => {
    open();
    device.tap("New note");
    device.ui.clipboard.set("one\r\ntwo\u2028three");
    device.press(KEY_CODES.paste);
    expect(kept()[0]?.title).toBe("one two three");
  });

  test("saves every change at once", () => {
    open();
    device.tap("New note");
    device.type("half a tho");
    device.kill(NOTES);
    expect(kept()).toEqual([{ title: "half a tho", body: "", pictures: [] }]);
    open();
    expect(shown()).toEqual(["half a tho"]);
  });

  test("keeps no emptied note, even after a kill", () => {
    open();
    device.tap("New note");
    device.type("x");
    device.press(67);
    device.kill(NOTES);
    open();
    expect([shown(), kept()]).toEqual([[], []]);
  });

  test("offers no undo for an empty note", () => {
    open();
    device.tap("New note", "Delete note");
    expect([device.has("No notes yet"), device.has("Undo")]).toEqual([true, false]);
  });

  test("keeps text and caret when the screen rotates", () => {
    open();
    device.tap("New note");
    device.type("abd");
    device.press(21); // left
    device.turn(true);
    device.type("c");
    expect(device.control("note_title").text).toBe("abcd");
    device.turn(false);
    expect(device.control("note_title").text).toBe("abcd");
    expect(kept()[0]?.title).toBe("abcd");
  });

  test("saves the open note when another one is shared", () => {
    open();
    device.tap("New note");
    device.type("unfinished");
    share({ TEXT: "shared" }, { mimeType: "text/plain" });
    expect(device.control("note_body").text).toBe("shared");
    device.press(KEY_CODES.back);
    expect(shown()).toEqual(expect.arrayContaining(["unfinished", "shared"]));
  });

  test("offers undo for six seconds after a deletion", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      open();
      write("Fern", "x");
      device.tap("Fern", "Delete note");
      expect([device.has("Note deleted"), kept()]).toEqual([true, []]);
      vi.advanceTimersByTime(5900);
      device.tap("Undo");
      expect([shown(), device.has("Note deleted")]).toEqual([["Fern"], false]);
      device.tap("Fern", "Delete note");
      vi.advanceTimersByTime(6100);
      expect(device.has("Undo")).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the search", () => {
  test("finds notes with all words, in any case and order", () => {
    open();
    write("Moss report", "Mist twice a WEEK");
    write("青苔", "每周 喷水");
    const found = (query: string): string[] => (device.fill("search", query), shown());
    expect(found("week MOSS")).toEqual(["Moss report"]);
    expect(found("苔")).toEqual(["青苔"]);
    expect(found("moss 苔")).toEqual([]);
    expect(device.has("No notes match “moss 苔”")).toBe(true);
    expect(found("   ")).toHaveLength(2);
    expect(found("[a-z]")).toEqual([]);
    expect(device.control("subtitle").text).toBe("2 notes");
  });
});

test("a white picture has an edge in the light theme", async () => {
  device.ui.settings.put("secure", "ui_night_mode", "1");
  await device.files.write("/sdcard/Pictures/white.png", picture("#ffffff"), "replace");
  share({ STREAM: "file:///sdcard/Pictures/white.png" }, { mimeType: "image/png" });
  const edge = ({ left, top, bottom }: { left: number; top: number; bottom: number }, x: number): string =>
    device.pixel(left + x, (top + bottom) / 2);
  await expect.poll(() => edge(device.control("picture").bounds, 4)).toBe("ffffff");
  expect(edge(device.control("picture").bounds, 0)).not.toBe("ffffff");
  device.press(KEY_CODES.back);
  const { left, top } = device.control("note").bounds;
  await expect.poll(() => device.pixel(left + 4, top + 60)).toBe("ffffff");
  expect(device.pixel(left, top + 60)).not.toBe("ffffff");
});

describe("a selection", () => {
  test("starts with a long press and ends by BACK, cross or last tap", () => {
    open();
    for (const title of ["One", "Two"]) write(title, "x");
    device.hold("One");
    expect([device.has("1 selected"), device.hasControl("new_note")]).toEqual([true, false]);
    device.tap("Two");
    expect(device.has("2 selected")).toBe(true);
    device.press(KEY_CODES.back);
    expect([device.has("2 selected"), device.has("New note")]).toEqual([false, true]);
    device.hold("One");
    device.tap("One");
    expect(device.hasControl("new_note")).toBe(true);
    device.hold("Two");
    device.tapControl("close");
    expect(shown().toSorted()).toEqual(["One", "Two"]);
  });

  test("is exposed to accessibility services", () => {
    open();
    write("One", "x");
    device.hold("One");
    expect(device.control("note").selected).toBe(true);
  });
});

describe("a shared item", () => {
  test("becomes one note, even when the app is reopened", () => {
    share({ SUBJECT: "A page", TEXT: "https://example.com" }, { mimeType: "text/plain" });
    expect([device.control("note_title").text, device.control("note_body").text]).toEqual([
      "A page",
      "https://example.com",
    ]);
    device.press(3);
    open();
    device.press(KEY_CODES.back);
    expect(shown()).toEqual(["A page"]);
  });

  test("has a title of one line", () => {
    share({ SUBJECT: "two\nlines", TEXT: "two\nlines" }, { mimeType: "text/plain" });
    expect(kept()).toEqual([{ title: "two lines", body: "two\nlines", pictures: [] }]);
  });

  test.each([
    [{}],
    [{ TEXT: "" }],
    [{ STREAM: "https://example.com/a.png" }],
    [{ STREAM: "content://media/1" }],
    [{ CC: "x" }],
  ])("with %j creates no note", (extras) => {
    share(extras, { mimeType: "text/plain" });
    expect(device.has("No notes yet")).toBe(true);
  });

  test("of type picture shows, opens and reports a deleted file", async () => {
    await device.files.write("/sdcard/Pictures/a b.png", picture("#ff0000"), "replace");
    share({ STREAM: "file:///sdcard/Pictures/a%20b.png" }, { mimeType: "image/png" });
    const { bounds } = device.control("picture");
    await expect
      .poll(() => device.pixel((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2))
      .toBe("ff0000");
    expect(kept()[0]?.pictures).toEqual(["/sdcard/Pictures/a b.png"]);
    await device.files.remove("/sdcard/Pictures/a b.png", false);
    device.kill(NOTES);
    open();
    expect(shown()).toEqual(["Picture"]);
    device.tap("Picture");
    await expect.poll(() => device.has("Picture no longer exists")).toBe(true);
    device.tap("Remove picture");
    device.press(KEY_CODES.back);
    expect([shown(), kept()]).toEqual([[], []]);
  });
});

/** Starts a device with a notes file from an earlier run. */
async function startWith(file: string): Promise<DeviceDriver> {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-notes-"));
  mkdirSync(join(dataDir, "apps", NOTES), { recursive: true });
  writeFileSync(join(dataDir, "apps", NOTES, "notes.json"), file);
  const started = await DeviceDriver.start({ ...smallScreen, nowMs, dataDir });
  started.ui.activities.start(NOTES);
  return started;
}

test("thousands of notes are drawn in steps and all searched", async () => {
  const all = Array.from({ length: 3000 }, (_, index) => ({
    id: `${index}`,
    title: `Note ${index}`,
    body: `text ${index} `.repeat(20),
    updatedMs: nowMs - index * MINUTE_MS,
    pictures: [],
  }));
  await using many = await startWith(JSON.stringify(all));
  const count = (): number => many.controls().filter((node) => node.id === `${NOTES}:id/note`).length;
  const made = (): number => [...many.texts()].filter((text) => /^Note \d+$/.test(text)).length;
  expect(many.has("3000 notes")).toBe(true);
  expect(count()).toBeGreaterThan(3);
  expect(made()).toBeLessThan(400);
  for (let swipe = 0; swipe < 60 && !many.has("More notes"); swipe++) many.drag(180, 580, 180, 60);
  many.tap("More notes");
  for (let swipe = 0; swipe < 60 && !many.has("More notes"); swipe++) many.drag(180, 580, 180, 60);
  expect(many.has("More notes")).toBe(true);
  const startMs = processorMs();
  for (let swipe = 0; swipe < 200 && !many.hasControl("search"); swipe++) many.drag(180, 200, 180, 600);
  many.fill("search", "Note 2999");
  expect(many.has("Note 2999")).toBe(true);
  expect(processorMs() - startMs).toBeLessThan(10_000);
});

test("very long single-line notes do not slow the list down", async () => {
  const line = "moss and fern ".repeat(100_000);
  const all = [1, 2, 3].map((id) => ({ id: `${id}`, title: "", body: line, updatedMs: nowMs, pictures: [] }));
  const startMs = processorMs();
  await using long = await startWith(JSON.stringify(all));
  expect(long.texts().some((text) => text.startsWith("moss and fern"))).toBe(true);
  expect(processorMs() - startMs).toBeLessThan(5000);
});

test("reports a failed save when the storage is full and keeps saved notes", async () => {
  const full = { id: "1", title: "Kept", body: "x".repeat(8 * 1024 * 1024 - 300), updatedMs: nowMs, pictures: [] };
  await using device = await startWith(JSON.stringify([full]));
  device.tap("New note");
  device.type("y".repeat(500));
  expect(device.control("message").text).toMatch(/^Couldn’t save note: notes\.json holds at most/);
  device.kill(NOTES);
  device.ui.activities.start(NOTES);
  expect([device.has("Kept"), device.has("1 note")]).toEqual([true, true]);
  expect(device.logged).toEqual([]);
});

test("reads notes of an earlier version without pictures", async () => {
  await using old = await startWith(JSON.stringify([{ id: "1", title: "Old", body: "x", updatedMs: nowMs }]));
  old.tap("Old");
  expect(old.control("note_body").text).toBe("x");
});

test("shows a stored title with several lines as one", async () => {
  await using old = await startWith(JSON.stringify([{ id: "1", title: "two\nlines", body: "x", updatedMs: nowMs }]));
  old.tap("two lines");
  expect(old.control("note_title").text).toBe("two lines");
});
