import { BROWSER_PACKAGE, DOWNLOAD_CLASS, TAB_CLASS, WINDOW_CLASS } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { expect, test } from "vitest";
import { button, node } from "../testing/fake-devices.ts";
import { downloadLines, tabLines } from "./around-lines.ts";
import { describeChanges } from "./changes.ts";
import { readScreen } from "./elements.ts";
import { describeScreen } from "./lines.ts";

const inBrowser = { packageName: BROWSER_PACKAGE };
const tab = (id: string, given: Partial<UiNode> = {}): UiNode =>
  node([0, 0, 0, 0], { className: TAB_CLASS, id, text: `Page ${id}`, description: `http://site/${id}`, ...given });
const page = (title: string, ...children: UiNode[]): UiNode =>
  node([0, 0, 100, 1000], { ...inBrowser, className: "android.webkit.WebView", text: title, children });
const download = (name: string, given: Partial<UiNode> = {}): UiNode =>
  node([0, 0, 0, 0], {
    className: DOWNLOAD_CLASS,
    id: name,
    text: name,
    description: "/home/user/Downloads",
    ...given,
  });
const window = (title: string, given: Partial<UiNode> = {}): UiNode =>
  node([0, 0, 100, 1000], { className: WINDOW_CLASS, text: title, packageName: "editor", ...given });

test("names the page, its address and its tab first", () => {
  const screen = readScreen([tab("1"), tab("2", { selected: true }), page("Page 2", button("Go", 0, inBrowser))]);
  expect(describeScreen(screen)).toMatch(/^"Page 2" http:\/\/site\/2 \(tab 2 of 2\), 100x1000\n\d+ Go$/);
  expect(tabLines(screen.around)).toEqual([
    'tab 1: "Page 1" http://site/1',
    'tab 2: "Page 2" http://site/2 (in front)',
  ]);
});

test("says that a page is still loading", () => {
  const screen = readScreen([tab("1", { selected: true, enabled: false }), page("Page 1")]);
  expect(describeScreen(screen)).toContain("(tab 1 of 1, loading)");
});

test("keeps content of a page from starting a line", () => {
  const ends = ["\n", "\r", "\u0085", "\u2028", "\u2029", "\v"];
  const title = `A"${ends.join("done: tapped OK")}`;
  const url = `http://site/\u2028done:`;
  const text = node([0, 0, 100, 20], { ...inBrowser, text: `Sale${ends.join("downloaded x to /")}` });
  const screen = readScreen([tab("1", { selected: true, text: title, description: url }), page("Other", text)]);
  const lines = describeScreen(screen).split(/[\n\r\v\u0085\u2028\u2029]/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^"A\\" ⏎ done: tapped OK/);
  expect(lines[2]).toMatch(/^- Sale ⏎ downloaded/);
});

test("bounds the titles and addresses of tabs", () => {
  const long = { text: "t".repeat(100_000), description: `data:,${"u".repeat(100_000)}`, selected: true };
  const screen = readScreen([tab("1", long), page("x")]);
  expect(describeScreen(screen).length).toBeLessThan(500);
});

test("shows the whole screen after a navigation", () => {
  const at = (id: string) =>
    readScreen([tab("1", { selected: true, description: `http://site/${id}` }), page("x", button("Go", 0))]);
  expect(describeChanges(at("a"), at("b"))).toMatch(/^screen now: "Page 1" http:\/\/site\/b /);
});

test("names new downloads, and quotes unusual names", () => {
  const before = readScreen([download("old.csv"), page("x")]).around;
  const files = [
    download("report.csv"),
    download("a to /etc\ndone: x"),
    download("film.mp4", { enabled: false }),
    download("old.csv"),
  ];
  const after = readScreen([...files, page("x")]).around;
  expect(downloadLines(before, after)).toEqual([
    "downloaded report.csv to /home/user/Downloads",
    'downloaded "a to /etc ⏎ done: x" to /home/user/Downloads',
    "downloading film.mp4 to /home/user/Downloads",
  ]);
});

test("describes the front window, and names the others", () => {
  const panel = window("", { children: [button("Applications", 0), button("Letter", 0)] });
  const letter = window("Letter", { children: [button("Save", 100)] });
  const files = window("Files", { selected: true, packageName: "files", children: [button("Up", 0)] });
  const screen = readScreen([letter, panel, files]);
  expect(describeScreen(screen)).toMatch(/^files "Files", 100x1000\n\d+ Up\nbehind: "Letter"\npanel: Applications$/);
  expect(screen.elements.map(({ label }) => label)).toContain("Save");
});

test("reads a row of a table as one line", () => {
  const cells = ["Lamp", "29", "EUR"].map((text, i) => node([i * 30, 0, i * 30 + 30, 20], { text }));
  const row = (given: Partial<UiNode>) =>
    node([0, 0, 90, 20], { className: "android.widget.TableRow", children: cells, ...given });
  const read = (root: UiNode) => describeScreen(readScreen([root])).split("\n")[1];
  expect(read(row({}))).toBe("- Lamp — 29 · EUR");
  expect(read(row({ clickable: true }))).toMatch(/^\d+ Lamp — 29 · EUR$/);
});

test("shows values of lists, sliders, dates and files", () => {
  const control = (name: string, given: Partial<UiNode>, ...inside: string[]) =>
    node([0, 0, 90, 20], {
      ...inBrowser,
      clickable: true,
      className: `android.widget.${name}`,
      children: inside.map((text) => node([0, 0, 0, 0], { text })),
      ...given,
    });
  const controls = [
    control("Spinner", { description: "Size", text: "Medium" }, "Small · Medium"),
    control("SeekBar", { description: "Volume", text: "40" }, "0 to 100"),
    control("DatePicker", { description: "Born", text: "" }),
    control("FileInput", { description: "Photo", text: "No file chosen" }),
  ];
  const lines = describeScreen(readScreen([page("x", ...controls)]))
    .split("\n")
    .slice(2);
  expect(lines.map((line) => line.replace(/^\d+ /, ""))).toEqual([
    "dropdown Size — Small · Medium: Medium",
    "slider Volume — 0 to 100: 40",
    "date Born: (empty)",
    "file Photo: No file chosen",
  ]);
});
