import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { describe, expect, test } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { nowMs, provideDevice } from "../testing/provide-device.ts";

const APP = "com.terrarium.browser";

let device: DeviceDriver;
provideDevice({ nowMs }, (started) => (device = started));

const shows = (text: string) => expect.poll(() => device.texts().join("\n")).toContain(text);
const page = (title: string, body: string): string =>
  `<!doctype html><meta charset=utf-8><title>${title}</title>${body}`;

/** Writes a page to the device. */
const put = (name: string, title: string, body: string): Promise<void> =>
  device.files.write(`/sdcard/Download/${name}`, Buffer.from(page(title, body)), "replace");

const view = (dataUri: string): void =>
  void device.ui.activities.startIntent({ packageName: APP, action: "android.intent.action.VIEW", dataUri });

/** Opens a page of the device and waits for a text on it. */
async function show(title: string, body: string, text: string): Promise<void> {
  await put("page.html", title, body);
  view("file:///sdcard/Download/page.html");
  await shows(text);
}

describe("the home page", () => {
  test("works offline, explains the missing internet access, and links to files", async () => {
    device.ui.activities.start(APP);
    expect([device.has("No internet access"), device.has("Tap the star to bookmark a page.")]).toEqual([true, true]);
    expect([device.control("go_back").enabled, device.control("bookmark").enabled]).toEqual([false, false]);
    device.tap("Files on this device");
    await shows("Pictures/");
    device.tap("Home page");
    expect(device.has("No internet access")).toBe(true);
  });

  test("lists bookmarks, and recently visited pages once each", async () => {
    for (const name of ["one", "two", "one"]) {
      await put(`${name}.html`, `Page ${name}`, `<p>this is ${name}</p>`);
      view(`file:///sdcard/Download/${name}.html`);
      await shows(`this is ${name}`);
    }
    device.tap("Add bookmark");
    expect(device.control("bookmark").selected).toBe(true);
    device.tap("Home page");
    const rows = (id: string): string[] =>
      device
        .controls()
        .filter((node) => node.id === `${APP}:id/${id}`)
        .map((node) => node.description);
    expect(rows("bookmark_row")).toEqual(["Page one"]);
    for (let page = 0; page < 3; page++) device.press(93);
    expect(rows("recent")).toEqual(["Page one", "Page two"]);
    device.tap("History");
    expect(rows("visit")).toEqual(["Page one", "Page two"]);
    device.tap("Clear history");
    expect([device.has("No pages visited yet"), device.control("clear_history").enabled]).toEqual([true, false]);
    device.press(KEY_CODES.back);
    device.tap("Page one");
    await shows("this is one");
    device.tap("Remove bookmark");
    expect(device.control("bookmark").selected).toBe(false);
  });

  test("shows its texts in Chinese", () => {
    device.ui.settings.put("system", "system_locales", "zh-CN");
    device.ui.activities.start(APP);
    expect(device.texts().filter((text) => /[\u4e00-\u9fff]/.test(text)).length).toBeGreaterThan(5);
    expect(device.has("No internet access")).toBe(false);
  });
});

describe("the address", () => {
  test("can be edited, and BACK keeps it", async () => {
    await show("First", "<p>first page</p>", "first page");
    device.tapControl("address");
    expect(device.control("address_input").text).toBe("file:///sdcard/Download/page.html");
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
    await shows("first page");
    device.tapControl("address");
    device.fill("address_input", "   ");
    device.press(KEY_CODES.enter);
    await shows("first page");
  });

  test("suggests known pages by title and address", async () => {
    await put("moss.html", "All about moss", "<p>moss page</p>");
    view("file:///sdcard/Download/moss.html");
    await shows("moss page");
    await show("Ferns", "<p>fern page</p>", "fern page");
    device.tapControl("address");
    const offered = (): string[] =>
      device
        .controls()
        .filter((node) => node.id.endsWith(":id/suggestion"))
        .map((node) => node.description);
    expect(offered()).toEqual(["Ferns", "All about moss"]);
    device.fill("address_input", "ABOUT");
    expect(offered()).toEqual(["All about moss"]);
    device.tap("All about moss");
    await shows("moss page");
  });

  test.each([
    ["/sdcard/Download/page.html", "first page"],
    ["file:///sdcard/Download/page.html", "first page"],
    ["data:text/html,<p>from%20data</p>", "from data"],
    ["data:text/plain;base64,bW9zcw==", "moss"],
    ["about:home", "No internet access"],
    ["about:nothing", "No internet access"],
    ["moss and fern", "Internet access is not allowed"],
    ["example.com", "Internet access is not allowed"],
    ["localhost:3000", "ERR_CONNECTION_REFUSED"],
    ["/sdcard/Download/none.html", "ERR_FILE_NOT_FOUND"],
    ["file:///sdcard/Download/song.mp3", "ERR_"],
  ])("%s opens %j", async (typed, text) => {
    await put("page.html", "First", "<p>first page</p>");
    device.ui.activities.start(APP);
    device.tap("Search DuckDuckGo or type an address");
    device.type(typed);
    device.press(KEY_CODES.enter);
    await shows(text);
    expect(device.ui.activities.foreground().packageName).toBe(APP);
  });

  test("in an intent may be anything without ending the browser", async () => {
    for (const address of [
      "",
      "http://",
      "http://[",
      "ftp://x",
      "javascript:alert(1)",
      "%",
      "file:",
      "data:",
      "\0",
      "a".repeat(10_000),
    ]) {
      view(address);
      expect(device.ui.activities.foreground().packageName).toBe(APP);
    }
    device.tap("Home page");
    await shows("Files on this device");
  });
});

describe("a page", () => {
  test("opens links in place or in a new tab, and copies them", async () => {
    await put("two.html", "Second", "<p>second page</p>");
    await show("First", `<p><a href="two.html">onward</a></p>`, "onward");
    device.hold("onward");
    device.tap("Copy link address");
    expect(device.ui.clipboard.get()).toBe("file:///sdcard/Download/two.html");
    device.hold("onward");
    device.press(KEY_CODES.back);
    device.hold("onward");
    device.tap("Open in new tab");
    await shows("second page");
    expect(device.has("2 tabs")).toBe(true);
    device.tap("2 tabs", "First");
    await shows("onward");
    device.hold("onward");
    device.tap("Open");
    await shows("second page");
    device.tap("Back");
    await shows("onward");
  });

  test("has its address copied, and reloads with changes", async () => {
    await show("First", "<p>as it was</p>", "as it was");
    device.tap("More options", "Copy address");
    expect(device.ui.clipboard.get()).toBe("file:///sdcard/Download/page.html");
    await put("page.html", "First", "<p>as it is now</p>");
    device.tap("Reload");
    await shows("as it is now");
  });

  test("opens links in other apps, or reports that none is suitable", async () => {
    await show(
      "Links",
      `<p><a href="sms:5550100?body=hi">write</a> <a href="tel:1">call</a> <a href="javascript:alert(1)">run</a></p>`,
      "call",
    );
    device.tap("call");
    expect(device.has("No app can open this")).toBe(true);
    device.tap("write");
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.messages");
    expect(device.control("compose").text).toBe("hi");
  });

  test("keeps its scroll position for the way back", async () => {
    await put("two.html", "Second", "<p>second page</p>");
    const lines = Array.from({ length: 120 }, (_, index) => `<p>line ${index}</p>`).join("");
    await show("Long", `${lines}<p><a href="two.html">the end</a></p>`, "line 0");
    for (let page = 0; page < 30 && !device.has("the end"); page++) device.press(93);
    device.tap("the end");
    await shows("second page");
    device.tap("Back");
    await shows("the end");
    expect(device.has("line 0")).toBe(false);
  });

  test("scrolls to the fragment of its address", async () => {
    const lines = Array.from({ length: 80 }, (_, index) => `<p>line ${index}</p>`).join("");
    await put("page.html", "Long", `<p><a href="#deep">down</a></p>${lines}<h2 id=deep>the deep end</h2><p>below</p>`);
    view("file:///sdcard/Download/page.html#deep");
    await shows("the deep end");
    expect(device.has("line 0")).toBe(false);
  });

  test("keeps form input when the screen rotates", async () => {
    await show("Form", `<form><input name=user placeholder="Your name"></form><p>below</p>`, "below");
    device.tap("Your name");
    device.type("Ada");
    device.turn(true);
    await expect.poll(() => device.hasControl("user") && device.control("user").text).toBe("Ada");
    device.turn(false);
    await expect.poll(() => device.control("user").text).toBe("Ada");
  });

  test("has a dark and a light theme", async () => {
    await show("Look", "<p>plain</p>", "plain");
    const ground = (): number => Number.parseInt(device.pixel(340, 400).slice(0, 2), 16);
    expect(ground()).toBeLessThan(60);
    device.ui.settings.put("secure", "ui_night_mode", "1");
    expect(ground()).toBeGreaterThan(200);
  });

  test.each([
    ["empty", "", "This page is empty."],
    ["one very long word", `<p>${"x".repeat(5000)}</p><p>after it</p>`, "xxx"],
    ["a wide table", `<table><tr>${"<td>cell with words".repeat(30)}</table><p>below the table</p>`, "below the table"],
    ["in Hebrew", "<p dir=rtl>שלום עולם</p><p>after it</p>", "after it"],
    ["a thousand links", `${`<a href="#">link</a> `.repeat(1000)}<p>after</p>`, "link"],
    ["a deeply nested list", `${"<ul><li>x".repeat(60)}<p>deep</p>`, "x"],
  ])("that is %s fits the screen", async (_name, body, text) => {
    await show("Odd", body, text);
    for (const { bounds } of device.ui.nodes()) expect(bounds.right).toBeLessThanOrEqual(360);
  });
});

describe("a form", () => {
  const form = `<form action="file:///sdcard/Download/sent.html">
    <input name=user placeholder="Your name" required>
    <input type=checkbox name=moss><input type=radio name=size value=s checked><input type=radio name=size value=l>
    <select name=colour><option value=g>Green<option value=b>Blue</select>
    <textarea name=note></textarea><input type=reset value="Start over"><button>Send it</button></form>`;
  const address = async (): Promise<string> => {
    await shows("arrived");
    return decodeURIComponent(device.control("address").description.split("?")[1] ?? "");
  };

  test("reports missing fields, then sends its values", async () => {
    await put("sent.html", "Sent", "<p>arrived</p>");
    await show("Form", form, "Send it");
    device.tap("Send it");
    expect(device.has("Please fill out Your name")).toBe(true);
    device.tap("Your name");
    device.type("Ada & co");
    device.press(KEY_CODES.back);
    device.tapControl("moss");
    device.tap("size l");
    expect(
      device
        .controls()
        .filter((node) => node.checked)
        .map((node) => node.description)
        .toSorted(),
    ).toEqual(["moss", "size l"]);
    device.tap("Send it");
    expect(await address()).toBe("user=Ada+&+co&moss=on&size=l&colour=g&note=");
  });

  test("selects options, and reset restores the initial values", async () => {
    await put("sent.html", "Sent", "<p>arrived</p>");
    await show("Form", form, "Send it");
    device.tap("Your name");
    device.type("Ada");
    device.press(KEY_CODES.back);
    device.tap("colour: Green");
    await shows("Blue");
    device.tap("Blue");
    expect(device.has("colour: Blue")).toBe(true);
    device.tap("Start over");
    expect([device.has("colour: Green"), device.control("user").text]).toEqual([true, "Your name"]);
  });

  test("is sent by ENTER in a field", async () => {
    await put("sent.html", "Sent", "<p>arrived</p>");
    await show("Form", `<form action="sent.html"><input name=q placeholder=Query><p>below</p></form>`, "below");
    device.tap("Query");
    device.type("moss");
    device.press(KEY_CODES.enter);
    expect(await address()).toBe("q=moss");
  });

  test("limits fields to their length and masks passwords", async () => {
    await show(
      "Form",
      `<form><input name=pin maxlength=4 placeholder=Pin><input type=password name=word placeholder=Word><input name=fixed value=x disabled></form><p>below</p>`,
      "below",
    );
    device.tap("Pin");
    device.type("123456");
    expect(device.control("pin").text).toBe("1234");
    device.press(KEY_CODES.back);
    device.tap("Word");
    device.type("secret");
    const { text, password } = device.control("word");
    expect([text, password]).toEqual(["••••••", true]);
    expect(device.control("fixed").enabled).toBe(false);
  });
});

describe("finding in the page", () => {
  const body = Array.from(
    { length: 60 },
    (_, index) => `<p>line ${index}${index % 20 === 0 ? " Needle" : ""}</p>`,
  ).join("");
  const count = (): string => device.control("find_count").text;

  test("wraps from the last match to the first, and back", async () => {
    await show("Long", body, "line 0");
    device.tap("More options", "Find in page");
    device.type("needle");
    await expect.poll(count).toBe("1 of 3");
    device.tap("Previous match");
    expect(count()).toBe("3 of 3");
    await shows("line 40 Needle");
    device.tap("Next match");
    expect(count()).toBe("1 of 3");
    device.press(KEY_CODES.enter);
    expect(count()).toBe("2 of 3");
  });

  test("reports no match, and closes by the cross and BACK", async () => {
    await show("Long", body, "line 0");
    device.tap("More options", "Find in page");
    device.type("(.*)");
    await expect.poll(count).toBe("None");
    device.tap("Next match", "Close");
    expect([device.hasControl("find"), device.has("line 0 Needle")]).toEqual([false, true]);
    device.tap("More options", "Find in page");
    device.press(KEY_CODES.back);
    device.press(KEY_CODES.back);
    expect(device.hasControl("find")).toBe(false);
  });

  test("is disabled without a page", () => {
    device.ui.activities.start(APP);
    device.tap("More options");
    const enabled = ["find", "reload", "copy_address"].map((id) => device.control(id).enabled);
    expect(enabled).toEqual([false, false, false]);
  });
});

describe("tabs", () => {
  test("are opened, listed and closed, and one always remains", async () => {
    await show("First", "<p>first page</p>", "first page");
    device.tap("More options", "New tab");
    expect([device.has("2 tabs"), device.has("Files on this device")]).toEqual([true, true]);
    device.tap("2 tabs");
    expect(
      device
        .controls()
        .filter((node) => node.id.endsWith(":id/tab"))
        .map((node) => [node.description, node.selected]),
    ).toEqual([
      ["First", false],
      ["Browser", true],
    ]);
    device.press(KEY_CODES.back);
    expect(device.has("Files on this device")).toBe(true);
    device.tap("2 tabs", "Close Browser", "Close First");
    expect(device.has("1 tab")).toBe(true);
  });

  test("are limited in number", async () => {
    await show("First", `<p><a href="page.html">again</a></p>`, "again");
    for (let count = 0; count < 40; count++) {
      device.tap("More options", "New tab");
    }
    const many = device.texts().find((text) => /^\d+ tabs$/.test(text)) ?? "";
    expect(Number.parseInt(many, 10)).toBeLessThanOrEqual(50);
    device.tap(many, "Close all tabs");
    expect(device.has("1 tab")).toBe(true);
  });

  test("survive a kill, and are gone after clearing data", async () => {
    await show("First", "<p>first page</p>", "first page");
    device.kill(APP);
    device.ui.activities.start(APP);
    await shows("first page");
    await device.ui.clearData(APP);
    device.ui.activities.start(APP);
    expect([device.has("Files on this device"), device.has("First")]).toEqual([true, false]);
  });
});

test.each([
  ["320,480", "0", "1.0"],
  ["320,480", "1", "1.0"],
  ["360,640", "0", "1.5"],
  ["1280,800", "0", "1.0"],
])("on a screen of %s, turned %s, with font scale %s, the bars fit and have names", async (size, turned, fontScale) => {
  device.ui.settings.put("global", "display_size_forced", size);
  device.ui.settings.put("system", "user_rotation", turned);
  device.ui.settings.put("system", "font_scale", fontScale);
  await show("A title that goes on for longer than any phone is wide, as titles do", "<p>words</p>", "words");
  const { widthPx, heightPx } = device.ui.display;
  const controls = device.controls().filter((node) => node.clickable && node.packageName === APP);
  expect(controls.length).toBeGreaterThan(5);
  for (const { bounds, description, text, id } of controls) {
    expect([id, bounds.right <= widthPx, bounds.bottom <= heightPx, description + text !== ""]).toEqual([
      id,
      true,
      true,
      true,
    ]);
  }
});
