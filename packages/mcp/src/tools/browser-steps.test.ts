import { BROWSER_PACKAGE, TAB_CLASS, WINDOW_CLASS } from "@terrarium/ui-tree/desktop-nodes";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { Devices } from "../devices.ts";
import { Jobs } from "../jobs/jobs.ts";
import { callTool } from "../mcp-server.ts";
import { SeenScreens } from "../seen-screens.ts";
import { button, fakeDevices, node } from "../testing/fake-devices.ts";
import { actTool } from "./act-tool.ts";

type Steps = z.input<typeof actTool.input>["steps"];

const tab = (id: string, selected = false): UiNode =>
  node([0, 0, 0, 0], { className: TAB_CLASS, id, text: `Page ${id}`, description: `http://site/${id}`, selected });
const control = (name: string, given: Partial<UiNode>): UiNode =>
  node([0, 100, 100, 200], {
    packageName: BROWSER_PACKAGE,
    clickable: true,
    className: `android.widget.${name}`,
    ...given,
  });
const size = control("Spinner", {
  description: "Size",
  text: "Medium",
  children: [node([0, 0, 0, 0], { text: "Small · Medium · Large" })],
});
const pageWith = (...children: UiNode[]): UiNode[] => [
  tab("a"),
  tab("b", true),
  node([0, 0, 100, 1000], {
    packageName: BROWSER_PACKAGE,
    className: "android.webkit.WebView",
    text: "Page b",
    children,
  }),
];

async function act(screen: UiNode[], given: Partial<Devices>, ...steps: Steps) {
  const { devices, done } = fakeDevices([screen], given);
  const caller = { devices, seen: new SeenScreens(), jobs: new Jobs(), caller: "key_1", session: "key_1 s1" };
  const { content, isError } = await callTool("act", { device: "d", steps }, caller, new AbortController().signal);
  return { done, isError, text: content[0]?.type === "text" ? content[0].text : "" };
}

test("sets controls of a page as a whole", async () => {
  const born = control("DatePicker", {
    description: "Born",
    text: "",
    bounds: { left: 0, top: 300, right: 100, bottom: 400 },
  });
  const { done, text } = await act(
    pageWith(size, born),
    {},
    { type: "Large", into: "Size" },
    { type: "2020-05-06", into: "Born" },
  );
  expect(done).toEqual(["set 50 150 Large", "set 50 350 2020-05-06"]);
  expect(text).toContain('done: set "Size" to "Large"; set "Born" to "2020-05-06"');
});

test("chooses an option of a closed list by a tap on its words", async () => {
  expect((await act(pageWith(size), {}, { tap: "large" })).done).toEqual(["set 50 150 Large"]);
  expect((await act(pageWith(size), {}, { tap: "Size" })).done).toEqual(["tap 50 150"]);
});

test("switches and closes tabs, by number or words", async () => {
  const { done } = await act(pageWith(), {}, { tab: 1 }, { tab: "http://site/a" }, { tab: "Page b", close: true });
  expect(done).toEqual(["switch tab a", "switch tab a", "close tab b"]);
});

test("lists the tabs if none or several match", async () => {
  const none = await act(pageWith(), {}, { tab: 3 });
  expect(none.text).toContain(
    'there is no tab 3: tab 1: "Page a" http://site/a; tab 2: "Page b" http://site/b (in front)',
  );
  expect((await act(pageWith(), {}, { tab: "site" })).text).toContain('2 tabs match "site"');
  expect((await act([node([0, 0, 9, 9])], {}, { tab: 1 })).text).toContain("no browser is open here");
});

test("uploads a file through a control or the open chooser", async () => {
  const photo = button("Photo", 100, { packageName: BROWSER_PACKAGE });
  const { done, text } = await act(pageWith(photo), {}, { upload: "photo.png", into: "Photo" }, { upload: "b.png" });
  expect(done).toEqual(["upload photo.png 50 125", "upload b.png"]);
  expect(text).toContain('uploaded "photo.png" into "Photo"; uploaded "b.png"');
});

test("opens links in the current tab unless asked", async () => {
  const { done } = await act(pageWith(), {}, { open: "http://site/c" }, { open: "http://site/d", newTab: true });
  expect(done).toEqual(["open http://site/c", "open http://site/d in a new tab"]);
});

test("never types into the window before one that still loads", async () => {
  const editor = [node([0, 0, 9, 9], { className: WINDOW_CLASS, text: "Letter", selected: true })];
  const opening = { apps: async () => ["files"], openApp: async () => "waiting" as const };
  const { done, isError, text } = await act(editor, opening, { open: "files" }, { type: "secret" });
  expect({ done, isError }).toEqual({ done: [], isError: true });
  expect(text).toContain("step 1 of 2 failed: files is still loading");
  const asking = { openLink: async () => "asking" as const };
  expect((await act(pageWith(), asking, { open: "http://site/c" })).text).toContain("which asks something first");
});
