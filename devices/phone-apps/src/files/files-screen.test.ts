import { keyCodes } from "@terrarium/adb-device/key-codes";
import { processorMs } from "@terrarium/phone-ui/testing/processor-time";
import { describe, expect, test, vi } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { nowMs, provideDevice } from "../testing/provide-device.ts";
import { copyInto, freePath } from "./file-operations.ts";
import { searchFiles } from "./folder-listing.ts";

const app = "com.terrarium.files";
const dayMs = 24 * 60 * 60_000;

let device: DeviceDriver;
provideDevice({ nowMs, storageBytes: 8 * 1024 ** 2 }, (started) => (device = started));

const put = (path: string, content: string | Uint8Array = "text"): Promise<void> =>
  device.files.write(path, typeof content === "string" ? Buffer.from(content) : content, "replace");
const inside = async (folder: string): Promise<string[]> =>
  (await device.files.list(folder)).map((entry) => entry.name).toSorted();
const entries = (): string[] =>
  device
    .controls()
    .filter((node) => node.resourceId === `${app}:id/entry`)
    .map((node) => node.contentDesc);

/** Opens the app in a folder of /sdcard. */
async function open(...folders: string[]): Promise<void> {
  device.ui.activities.start(app);
  for (const folder of folders) {
    await device.shows(folder);
    device.tap(folder);
  }
}

const view = (dataUri: string, mimeType?: string): boolean =>
  device.ui.activities.startIntent({
    packageName: app,
    action: "android.intent.action.VIEW",
    dataUri,
    ...(mimeType === undefined ? {} : { mimeType }),
  });

describe("a folder", () => {
  test("that is empty says so, in the device's language", async () => {
    await open("Download");
    await device.shows("This folder is empty");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(device.has("此文件夹为空")).toBe(true);
  });

  test("tells of each file its size and when it was changed, of folders only when", async () => {
    await put("/sdcard/Download/new.txt", "x".repeat(1536));
    await put("/sdcard/Download/old.bin", "x");
    await device.files.setTimes("/sdcard/Download/new.txt", nowMs, nowMs);
    await device.files.setTimes("/sdcard/Download/old.bin", nowMs - 400 * dayMs, nowMs - 400 * dayMs);
    await device.files.makeFolder("/sdcard/Download/folder", false);
    await device.files.setTimes("/sdcard/Download/folder", nowMs - dayMs, nowMs - dayMs);
    await open("Download");
    await device.shows("1.54 kB · 09:41");
    expect(device.texts()).toEqual(expect.arrayContaining(["1 B · 17 Oct 2025", "Yesterday"]));
  });

  test.each([
    ["Sort by: Name", ["z", "a2.txt", "a10.txt", "b.png"]],
    ["Sort by: Last changed", ["z", "b.png", "a2.txt", "a10.txt"]],
    ["Sort by: Size", ["z", "a10.txt", "b.png", "a2.txt"]],
    ["Sort by: Kind", ["z", "b.png", "a2.txt", "a10.txt"]],
  ])("is ordered by %s", async (order, expected) => {
    await put("/sdcard/Documents/a2.txt", "1");
    await put("/sdcard/Documents/a10.txt", "1".repeat(500));
    await put("/sdcard/Documents/b.png", "1".repeat(20));
    await device.files.makeFolder("/sdcard/Documents/z", false);
    for (const [index, name] of ["a10.txt", "a2.txt", "b.png"].entries())
      await device.files.setTimes(`/sdcard/Documents/${name}`, nowMs + index * 1000, nowMs + index * 1000);
    await open("Documents");
    await device.shows("b.png");
    device.tap("More options", order);
    expect(entries()).toEqual(expected);
    device.tap("More options");
    const checked = device
      .controls()
      .filter((node) => node.checked)
      .map((node) => node.contentDesc);
    expect(checked).toEqual([order]);
  });

  test.each([
    "שיר.txt",
    "نص.txt",
    `${"x".repeat(250)}.txt`,
    "长".repeat(80),
    "👩‍🌾 garden.md",
    " two  spaces ",
    "100% #1?.txt",
    "-rf *",
  ])("takes a file called %j, and opens it", async (name) => {
    await put(`/sdcard/Download/${name}`, `inside ${name.length}`);
    await open("Download");
    await device.shows(name);
    for (const node of device.ui.nodes()) expect(node.bounds.right).toBeLessThanOrEqual(360);
    device.tap(name);
    await device.shows(`inside ${name.length}`);
    expect(device.control("title").text).toBe(name);
  });

  test("of thousands of files makes the rows around what shows, and all of them can be selected and counted", async () => {
    for (let index = 0; index < 1500; index++) await put(`/sdcard/Music/${index}.mp3`, "");
    await open("Music");
    await device.shows("0.mp3");
    expect(entries().length).toBeLessThan(40);
    device.hold("0.mp3");
    device.tap("More options", "Select all");
    expect(device.has("1500 selected")).toBe(true);
    device.tap("Delete");
    expect(device.has("Delete 1500 items?")).toBe(true);
    // The dialog names some, and is not as long as their list.
    expect(device.control("dialog_text").text.length).toBeLessThan(600);
    expect(device.control("dialog_text").text).toMatch(/0\.mp3.* and \d+ more will be deleted for good\./);
    device.tap("Delete");
    await device.shows("1500 items deleted");
    expect(await inside("/sdcard/Music")).toEqual([]);
  });

  test("is forgotten when the app is ended: it begins at the top again", async () => {
    await device.files.makeFolder("/sdcard/Download/a", false);
    await open("Download", "a");
    await device.shows("This folder is empty");
    device.kill(app);
    await open();
    await device.shows("Pictures");
    expect(device.control("title").text).toBe("Files");
  });

  test("that goes while it is open leads to the one above it", async () => {
    await device.files.makeFolder("/sdcard/Download/a/b", true);
    await open("Download", "a", "b");
    await device.shows("This folder is empty");
    await device.files.remove("/sdcard/Download/a", true);
    device.press(3);
    device.ui.activities.start(app);
    await expect.poll(() => device.control("title").text).toBe("Download");
  });

  test("stays open with its selection when the screen is turned", async () => {
    await put("/sdcard/Download/one.txt");
    await put("/sdcard/Download/two.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.turn(true);
    expect([device.has("1 selected"), device.control("title").text]).toEqual([true, "1"]);
    device.turn(false);
    device.tap("two.txt");
    expect(device.has("2 selected")).toBe(true);
  });

  test("as tiles shows as many beside each other as the screen has room for", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await put(`/sdcard/Download/${name}.txt`);
    await open("Download");
    await device.shows("a.txt");
    device.tap("Show as grid");
    const columns = (): number => new Set(entries().map((name) => device.find(name).bounds.left)).size;
    expect(columns()).toBe(2);
    device.turn(true);
    expect(columns()).toBe(4);
  });
});

describe("the storage", () => {
  test("is told at the top, and turns red when it is nearly full", async () => {
    await open();
    await device.shows("Pictures");
    const summary = (): string => device.control("storage").text;
    expect(summary()).toMatch(/^Internal storage · .+ of 8\.39 MB used$/);
    const before = device.control("storage_bar").contentDesc;
    await put("/sdcard/Download/big", new Uint8Array(7_700_000));
    device.press(3);
    await open();
    await expect.poll(summary).toMatch(/ 7\.[789]/);
    expect(device.control("storage_bar").contentDesc).not.toBe(before);
    const { left, top } = device.control("storage_bar").bounds;
    const red = (): number =>
      Number.parseInt(device.pixel(left + 8, top + 5).slice(0, 2), 16) -
      Number.parseInt(device.pixel(left + 8, top + 5).slice(2, 4), 16);
    await expect.poll(red).toBeGreaterThan(40);
  });

  test("that is full is said when something is copied, and nothing half is left", async () => {
    await put("/sdcard/Download/big.bin", new Uint8Array(5_000_000));
    await open("Download");
    await device.shows("big.bin");
    device.hold("big.bin");
    device.tap("Copy", "Copy 1 item here");
    await device.shows("There is not enough storage left");
    expect(await inside("/sdcard/Download")).toEqual(["big.bin"]);
  });
});

describe("a name", () => {
  test.each([
    ["a/b", "A name cannot hold “/”"],
    ["..", "“.” and “..” stand for folders"],
    ["x".repeat(256), "The name is too long"],
    ["é".repeat(128), "The name is too long"],
  ])("%j is refused", async (name, message) => {
    await open();
    await device.shows("Pictures");
    device.tap("New folder");
    device.type(name);
    expect([device.control("name_note").text, device.control("confirm").enabled]).toEqual([message, false]);
    device.press(66);
    expect(device.has("Create")).toBe(true);
  });

  test("of nothing but spaces is none, and spaces around it are left out", async () => {
    await open("Download");
    await device.shows("This folder is empty");
    device.tap("New folder");
    device.type("   ");
    expect(device.control("confirm").enabled).toBe(false);
    device.type("moss ");
    device.press(66);
    await device.shows("moss");
    expect(await inside("/sdcard/Download")).toEqual(["moss"]);
  });

  test("is left by Cancel, BACK and a touch beside it, without a folder", async () => {
    await open("Download");
    await device.shows("This folder is empty");
    device.tap("New folder");
    device.type("one");
    device.press(keyCodes.back);
    device.tap("Cancel");
    device.tap("New folder");
    device.press(keyCodes.back);
    device.press(keyCodes.back);
    device.tap("New folder");
    device.press(keyCodes.back);
    device.tapAt(5, 100);
    expect([device.hasControl("dialog"), await inside("/sdcard/Download")]).toEqual([false, []]);
  });

  test("that another file has is refused for a file, which keeps its own", async () => {
    await put("/sdcard/Download/one.txt", "1");
    await put("/sdcard/Download/two.txt", "2");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("More options", "Rename");
    expect(device.control("name").text).toBe("one.txt");
    device.fill("name", "two.txt");
    device.press(66);
    await device.shows("Something here has that name already");
    expect((await device.files.readAll("/sdcard/Download/two.txt", 10)).toString()).toBe("2");
  });

  test("keeps its file where it does not change", async () => {
    await put("/sdcard/Download/one.txt", "1");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("More options", "Rename");
    device.press(66);
    await expect.poll(() => device.hasControl("dialog")).toBe(false);
    expect(await inside("/sdcard/Download")).toEqual(["one.txt"]);
  });
});

describe("files", () => {
  test("that are carried wait over folders until they are put down or let go", async () => {
    await put("/sdcard/Download/one.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("Copy");
    expect(device.has("Copy 1 item here")).toBe(true);
    device.tap("Internal storage");
    await device.shows("Documents");
    expect([device.has("Copy 1 item here"), device.hasControl("new_folder")]).toEqual([true, false]);
    device.tap("Cancel");
    expect([device.has("Copy 1 item here"), device.hasControl("new_folder")]).toEqual([false, true]);
    expect(await inside("/sdcard/Documents")).toEqual([]);
  });

  test("that are gone when they are to be put down are said to be", async () => {
    await put("/sdcard/Download/one.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("Move");
    await device.files.remove("/sdcard/Download/one.txt", false);
    device.tap("Internal storage");
    await device.shows("Documents");
    device.tap("Documents");
    await device.shows("This folder is empty");
    device.tap("Move 1 item here");
    await device.shows("It is no longer there");
    expect(await inside("/sdcard/Documents")).toEqual([]);
  });

  test("that are folders do not go into themselves, and the app says so", async () => {
    await device.files.makeFolder("/sdcard/Download/a", false);
    await open("Download");
    await device.shows("a");
    device.hold("a");
    device.tap("Move");
    device.tap("a");
    await device.shows("This folder is empty");
    device.tap("Move 1 item here");
    await device.shows("A folder cannot go into itself");
    expect(await inside("/sdcard/Download")).toEqual(["a"]);
  });

  test("that others delete leave the selection", async () => {
    await put("/sdcard/Download/one.txt");
    await put("/sdcard/Download/two.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    device.tap("two.txt");
    await device.files.remove("/sdcard/Download/one.txt", false);
    await device.shows("1 selected");
    device.tap("Delete");
    expect(device.has("Delete 1 item?")).toBe(true);
    device.tap("Delete");
    await device.shows("1 item deleted");
  });

  test("all of whose selected ones others delete end the selection", async () => {
    await put("/sdcard/Download/one.txt");
    await open("Download");
    await device.shows("one.txt");
    device.hold("one.txt");
    await device.files.remove("/sdcard/Download/one.txt", false);
    await device.shows("This folder is empty");
    expect([device.hasControl("close"), device.hasControl("new_folder")]).toEqual([false, true]);
  });

  test("are described: one with its kind and place, several by what they take together", async () => {
    await put("/sdcard/Download/one.txt", "x".repeat(1000));
    await put("/sdcard/Download/two.zip", "x".repeat(500));
    await open("Download");
    await device.shows("one.txt");
    device.hold("two.zip");
    device.tap("More options", "Details");
    expect(device.texts()).toEqual(expect.arrayContaining(["Archive", "/sdcard/Download", "500 B"]));
    device.tap("Close", "one.txt", "More options");
    expect(device.control("rename").enabled).toBe(false);
    device.tap("Details");
    expect(device.texts()).toEqual(expect.arrayContaining(["2 items", "1.5 kB"]));
  });

  test("copied beside themselves count on, also where the name is as long as can be", async () => {
    const long = `${"n".repeat(251)}.txt`;
    await put(`/sdcard/Download/${long}`, "x");
    const copy = await copyInto(device.files, `/sdcard/Download/${long}`, "/sdcard/Download");
    expect(copy).toMatch(/^\/sdcard\/Download\/n+ \(1\)\.txt$/);
    expect(Buffer.byteLength(copy.slice("/sdcard/Download/".length))).toBeLessThanOrEqual(255);
    const han = `${"苔".repeat(84)}.md`;
    await put(`/sdcard/Download/${han}`, "x");
    const free = await freePath(device.files, "/sdcard/Download", han);
    expect(free).toMatch(/^\/sdcard\/Download\/苔+ \(1\)\.md$/u);
  });

  test("of a folder go with it, links as links", async () => {
    await device.files.makeFolder("/sdcard/Download/tree/leaf", true);
    await put("/sdcard/Download/tree/leaf/a.txt", "a");
    await device.files.symlink("leaf/a.txt", "/sdcard/Download/tree/link");
    await copyInto(device.files, "/sdcard/Download/tree", "/sdcard/Documents");
    expect(await inside("/sdcard/Documents/tree")).toEqual(["leaf", "link"]);
    expect(await device.files.readLink("/sdcard/Documents/tree/link")).toBe("leaf/a.txt");
    expect((await device.files.readAll("/sdcard/Documents/tree/leaf/a.txt", 10)).toString()).toBe("a");
  });

  test("that no app here opens say so", async () => {
    await put("/sdcard/Download/song.mp3");
    await open("Download");
    await device.shows("song.mp3");
    device.tap("song.mp3");
    await expect
      .poll(() => device.texts().some((text) => /No app on this device|This file is not text|text/.test(text)))
      .toBe(true);
  });
});

describe("a text", () => {
  test("that is long shows its beginning, and says so", async () => {
    await put("/sdcard/Download/long.txt", "a line of moss\n".repeat(20_000));
    await open("Download", "long.txt");
    await device.shows("The first 65.5 kB of 300 kB");
    expect(device.control("text").text.length).toBeLessThanOrEqual(64 * 1024);
  });

  test("of one line without end, as scripts are, shows within a moment", async () => {
    await put("/sdcard/Download/app.min.js", "x".repeat(300_000));
    const startMs = processorMs();
    await open("Download", "app.min.js");
    await device.shows("The first 65.5 kB of 300 kB");
    expect(device.control("text").text.startsWith("xxx")).toBe(true);
    expect(processorMs() - startMs).toBeLessThan(10_000);
  });

  test("with half of a character where it is cut, or none at all, still shows", async () => {
    await put("/sdcard/Download/cut.txt", Buffer.concat([Buffer.from("x"), Buffer.from("苔".repeat(40_000))]));
    await put("/sdcard/Download/empty.txt", "");
    await put("/sdcard/Download/latin1.txt", Buffer.from([0x47, 0xfc, 0x6e]));
    await open("Download", "cut.txt");
    await expect.poll(() => device.control("text").text.length).toBeGreaterThan(10_000);
    device.tap("Back");
    await device.shows("empty.txt");
    device.tap("empty.txt");
    await device.shows("0 B");
    device.tap("Back");
    device.tap("latin1.txt");
    await device.shows("G\ufffdn");
  });

  test("that goes while it is being opened, or cannot be read, is explained", async () => {
    view("file:///sdcard/Download/none.txt");
    await device.shows("It is no longer there");
    expect(device.has("/sdcard/Download/none.txt")).toBe(true);
    device.tap("Back");
    await device.shows("Download");
  });

  test("keeps its place on the screen when that is turned", async () => {
    await put("/sdcard/Download/a.txt", "moss");
    await open("Download", "a.txt");
    await device.shows("moss");
    device.turn(true);
    expect(device.has("moss")).toBe(true);
    device.press(keyCodes.back);
    await device.shows("a.txt");
  });
});

describe("an intent", () => {
  test.each([
    ["file:///sdcard/Download/a%20b.txt", "inside"],
    ["FILE:///sdcard/Download/a%20b.txt", "inside"],
    ["file:///sdcard/Download/a b.txt", "inside"],
    ["file:///sdcard/Download/../Download/a%20b.txt", "inside"],
  ])("for %s shows the file", async (dataUri, text) => {
    await put("/sdcard/Download/a b.txt", "inside");
    expect(view(dataUri)).toBe(true);
    await device.shows(text);
  });

  test("for a folder shows what is in it", async () => {
    await put("/sdcard/Documents/deep.txt");
    view("file:///sdcard/Documents");
    await device.shows("deep.txt");
    expect(device.control("title").text).toBe("Documents");
    view("file:///sdcard/Documents/");
    await device.shows("deep.txt");
  });

  test.each(["https://example.com/a.txt", "content://media/1", "", "file:", "file://", "mailto:x"])(
    "for %j, which is no file, shows the files",
    async (dataUri) => {
      expect(view(dataUri, "text/plain")).toBe(true);
      await device.shows("Pictures");
    },
  );

  test("for what is not to be read says that it is not allowed", async () => {
    view("file:///system/build.prop");
    await expect.poll(() => device.texts().some((text) => /no longer there|not allowed|\d+ B/.test(text))).toBe(true);
  });
});

describe("the search", () => {
  test("shows where something is on a long press, and opens it on a tap", async () => {
    await device.files.makeFolder("/sdcard/Documents/deep", false);
    await put("/sdcard/Documents/deep/moss.txt", "green");
    await put("/sdcard/Documents/deep/other.txt");
    await open();
    await device.shows("Documents");
    device.tap("Search");
    device.type("MOS");
    await device.shows("moss.txt");
    device.press(keyCodes.back);
    device.hold("moss.txt");
    await device.shows("other.txt");
    expect(device.control("title").text).toBe("deep");
    device.press(keyCodes.back);
    await device.hides("other.txt");
  });

  test("forgets an answer that is no longer asked for", async () => {
    await put("/sdcard/Download/alpha.txt");
    await open("Download");
    await device.shows("alpha.txt");
    device.tap("Search");
    device.type("alpha");
    await device.shows("alpha.txt");
    device.tap("Clear");
    expect(device.has("alpha.txt")).toBe(false);
    device.type("zzz");
    await device.shows("Nothing is named “zzz”");
  });

  test("ends with two hundred, and leaves hidden files and what cannot be read out", async () => {
    for (let index = 0; index < 250; index++) await put(`/sdcard/Music/moss ${index}.txt`, "");
    await put("/sdcard/Music/.moss", "");
    const signal = new AbortController().signal;
    expect((await searchFiles(device.files, "/sdcard", "moss", signal)).length).toBe(200);
    expect(await searchFiles(device.files, "/sdcard/none", "moss", signal)).toEqual([]);
    expect(await searchFiles(device.files, "/sdcard/Music", ".moss", signal)).toEqual([]);
  });

  test("that is given up looks no further", async () => {
    await device.files.makeFolder("/sdcard/Music/a/b/c", true);
    const list = vi.spyOn(device.files, "list");
    await searchFiles(device.files, "/sdcard", "x", AbortSignal.abort());
    expect(list).not.toHaveBeenCalled();
    list.mockRestore();
  });
});
