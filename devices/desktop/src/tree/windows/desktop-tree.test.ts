import type { Bounds } from "@terrarium/ui-tree/bounds";
import { uiNode } from "@terrarium/ui-tree/create-node";
import { BROWSER_PACKAGE } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { expect, test } from "vitest";
import { hasPageDialog } from "./at-spi.ts";
import { desktopTree } from "./desktop-tree.ts";
import { DIALOG_CLASS } from "./roles.ts";

const screen = { left: 0, top: 0, right: 1000, bottom: 800 };
const at = (left: number, top: number, right: number, bottom: number): Bounds => ({ left, top, right, bottom });
const node = (text: string, bounds: Bounds, ...children: UiNode[]) => uiNode({ text, bounds, children });
const window = (pid: number, title: string, bounds: Bounds, isActive = false) => ({
  id: pid,
  pid,
  title,
  bounds,
  isActive,
});

/** Returns the texts of the nodes, each followed by its children in brackets. */
const words = (nodes: readonly UiNode[]): string =>
  nodes.map(({ text, children }) => (children.length > 0 ? `${text}[${words(children)}]` : text)).join(" ");

test("omits elements behind the front window, which comes last", () => {
  const editor = node(
    "Editor",
    at(0, 0, 600, 800),
    node("Save", at(10, 10, 60, 40)),
    node("Body", at(300, 300, 580, 700)),
  );
  const terminal = node("Terminal", at(400, 200, 1000, 800), node("Prompt", at(410, 210, 990, 790)));
  const stacked = [window(1, "editor", at(5, 20, 595, 795), true), window(2, "terminal", at(400, 200, 1000, 800))];
  const told = [
    { pid: 1, isBrowser: false, node: editor },
    { pid: 2, isBrowser: false, node: terminal },
  ];
  expect(words(desktopTree({ screen, stacked, told, browser: undefined }))).toBe("Terminal[Prompt] Editor[Save]");
});

test("puts a menu unknown to the window manager on top, last", () => {
  const editor = node(
    "Editor",
    at(0, 0, 600, 800),
    node("Under", at(20, 50, 80, 90)),
    node("Beside", at(300, 50, 400, 90)),
  );
  const menu = node("Menu", at(0, 40, 200, 300), node("Open", at(5, 45, 195, 80)));
  const told = [
    { pid: 1, isBrowser: false, node: menu },
    { pid: 1, isBrowser: false, node: editor },
  ];
  const stacked = [window(1, "editor", at(0, 0, 600, 800), true)];
  expect(words(desktopTree({ screen, stacked, told, browser: undefined }))).toBe("Editor[Beside] Menu[Open]");
});

test("places the page in the browser's window, and hides both together", () => {
  const page = [node("Page", at(0, 100, 1000, 800), node("Link", at(20, 120, 80, 140)))];
  const browser = { title: "A page", bounds: at(0, 0, 1000, 800), page };
  const stacked = [window(3, "A page - Chromium", at(0, 0, 1000, 800))];
  expect(words(desktopTree({ screen, stacked, told: [], browser }))).toBe("A page - Chromium[Page[Link]]");
  const minimized = [window(1, "editor", at(700, 600, 800, 700))];
  expect(words(desktopTree({ screen, stacked: minimized, told: [], browser }))).toBe("editor");
  expect(words(desktopTree({ screen, stacked: [], told: [], browser }))).toBe("Page[Link]");
});

test("places a browser dialog over its page, hiding covered elements", () => {
  const bounds = at(0, 0, 1000, 800);
  const page = [
    node("Page", at(0, 100, 1000, 800), node("Under", at(420, 120, 580, 180)), node("Beside", at(0, 300, 90, 340))),
  ];
  const dialog = {
    ...node("Sure?", at(400, 100, 600, 200), node("OK", at(500, 150, 590, 190))),
    className: DIALOG_CLASS,
  };
  const frame = { ...node("Sure?", bounds, dialog), packageName: BROWSER_PACKAGE };
  const told = [{ pid: 3, isBrowser: true, node: frame }];
  const browser = { title: "A page", bounds, page };
  const shown = "Page[Beside] Sure?[OK]";
  const stacked = [window(3, "A page - Chromium", bounds, true)];
  expect(words(desktopTree({ screen, stacked, told, browser }))).toBe(`A page - Chromium[${shown}]`);
  expect(words(desktopTree({ screen, stacked: [], told, browser }))).toBe(`Sure?[${shown}]`);
  const minimized = [window(1, "editor", at(700, 600, 800, 700))];
  expect(words(desktopTree({ screen, stacked: minimized, told, browser }))).toBe("editor");
  expect(hasPageDialog(told)).toBe(true);
});

test("marks an unresponsive page, unless it waits for a dialog", () => {
  const bounds = at(0, 0, 1000, 800);
  const browser = { title: "A page", bounds, page: undefined };
  const stacked = [window(3, "A page - Chromium", bounds)];
  const told = desktopTree({ screen, stacked, told: [], browser });
  expect(words(told)).toBe("A page - Chromium[A page[The page does not respond]]");
  const dialog = {
    ...node("Sure?", at(400, 100, 600, 200), node("OK", at(500, 150, 590, 190))),
    className: DIALOG_CLASS,
  };
  const frame = { pid: 3, isBrowser: true, node: { ...node("Sure?", bounds, dialog), packageName: BROWSER_PACKAGE } };
  const waiting = desktopTree({ screen, stacked, told: [frame], browser });
  expect(words(waiting)).toBe("A page - Chromium[A page Sure?[OK]]");
});

test("marks an unresponsive page beside a bubble over its middle", () => {
  const bounds = at(0, 0, 1000, 800);
  const browser = { title: "A page", bounds, page: undefined };
  const bubble = { ...node("Save password?", at(450, 50, 950, 450)), className: DIALOG_CLASS };
  const told = [{ pid: 3, isBrowser: true, node: bubble }];
  const tree = desktopTree({ screen, stacked: [window(3, "A page - Chromium", bounds)], told, browser });
  expect(words(tree)).toBe("A page - Chromium[A page[The page does not respond]] Save password?");
});

test("keeps a page smaller than its bars in an off-screen window", () => {
  const small = at(0, 0, 360, 640);
  const page = [node("Page", at(0, 123, 500, 249), node("Link", at(20, 130, 80, 140)))];
  const browser = { title: "A page", bounds: at(-16, 10, 516, 265), page };
  const stacked = [window(3, "A page - Chromium", at(-16, 10, 516, 265), true)];
  const [told] = desktopTree({ screen: small, stacked, told: [], browser });
  expect(words(told ? [told] : [])).toBe("A page - Chromium[Page[Link]]");
  expect(told?.children[0]?.bounds).toEqual(at(0, 123, 360, 249));
  // The window at the page's position does not belong to a browser.
  const others = [window(4, "Player", at(0, 123, 500, 249), true)];
  expect(words(desktopTree({ screen: small, stacked: others, told: [], browser }))).toBe("Player");
});

test("omits elements outside the screen, and clips to its edge", () => {
  const panel = node(
    "Panel",
    at(0, 790, 1000, 900),
    node("Hidden", at(10, 850, 40, 880)),
    node("Thin", at(50, 795, 50, 799)),
  );
  const [told] = desktopTree({
    screen,
    stacked: [],
    told: [{ pid: 1, isBrowser: false, node: panel }],
    browser: undefined,
  });
  expect(told).toMatchObject({ text: "Panel", bounds: { bottom: 800 }, children: [] });
});

test("keeps the title of a window that is covered completely", () => {
  const editor = node("editor", at(100, 100, 300, 300), node("Save", at(110, 110, 150, 130)));
  const told = [{ pid: 1, isBrowser: false, node: editor }];
  const stacked = [window(1, "editor", editor.bounds), window(2, "player", at(0, 0, 1000, 800), true)];
  const shown = desktopTree({ screen, stacked, told, browser: undefined });
  expect(words(shown)).toBe("editor player");
  expect(shown.map(({ selected }) => selected)).toEqual([false, true]);
});

test("shows a file chooser above the page, not as its window", () => {
  const bounds = at(0, 0, 1000, 800);
  const browser = { title: "A page", bounds, page: [node("Page", bounds, node("Link", at(0, 0, 90, 40)))] };
  const stacked = [window(3, "A page - Chromium", bounds), window(3, "Open File", at(50, 50, 1000, 800), true)];
  const shown = words(desktopTree({ screen, stacked, told: [], browser }));
  expect(shown).toContain("A page - Chromium[Page[Link]] Open File[Open File: the step upload");
});
