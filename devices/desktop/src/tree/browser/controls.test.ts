import { uiNode } from "@terrarium/ui-tree/create-node";
import { expect, test } from "vitest";
import { hasOpenList, textOf, valuedControl, withRows } from "./controls.ts";
import type { AxNode } from "./page-frame.ts";

const bounds = { left: 10, top: 10, right: 110, bottom: 30 };
const ax = (nodeId: string, role: string, given: Partial<AxNode> = {}): AxNode => ({
  nodeId,
  ignored: false,
  role: { value: role },
  properties: [],
  childIds: [],
  ...given,
});
const property = (name: string, value: unknown) => ({ name, value: { value } });

function list(names: readonly string[], expanded: boolean) {
  const options = names.map((name, i) => ax(`o${i}`, "option", { name: { value: name } }));
  const popup = ax("p", "MenuListPopup", { childIds: options.map(({ nodeId }) => nodeId) });
  const box = ax("l", "combobox", {
    name: { value: "Size" },
    value: { value: names[0] },
    childIds: ["p"],
    properties: [property("expanded", expanded)],
  });
  const nodes = new Map([box, popup, ...options].map((each) => [each.nodeId, each]));
  return uiNode({ bounds, ...valuedControl(box, nodes) });
}

test("lists the options of a closed list in one hidden node", () => {
  const node = list(["Small", "Large"], false);
  expect(node).toMatchObject({ text: "Small", description: "Size", className: "android.widget.Spinner" });
  expect(node.children.map(({ text }) => text)).toEqual(["Small · Large"]);
  expect(hasOpenList(node)).toBe(false);
});

test("bounds a list with very many long options", () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `${i} ${"x".repeat(10_000)}`);
  const [options] = list(names, false).children;
  expect(options?.text.length).toBeLessThan(6_000);
  expect(options?.text).toMatch(/ · … 19950 more$/);
  expect(withRows(list(names, true), { ...bounds, bottom: 400 }).children).toHaveLength(50);
});

test("places the options of an open list in its popup", () => {
  const node = list(["Small", "Large"], true);
  expect(hasOpenList(node)).toBe(true);
  const { children } = withRows(node, { left: 10, top: 30, right: 110, bottom: 78 });
  expect(children.map(({ text, clickable, bounds: { top, bottom } }) => [text, clickable, top, bottom])).toEqual([
    ["Small", true, 30, 54],
    ["Large", true, 54, 78],
  ]);
});

test("shows a slider's range, a meter's total and a file's name", () => {
  const nodes = new Map<string, AxNode>();
  const range = [property("valuemin", 0), property("valuemax", 10)];
  const slider = valuedControl(
    ax("s", "slider", { name: { value: "Volume" }, value: { value: 4 }, properties: range }),
    nodes,
  );
  expect(slider).toMatchObject({ text: "4", description: "Volume", children: [{ text: "0 to 10" }] });
  const meter = valuedControl(ax("m", "progressbar", { value: { value: 4 }, properties: range }), nodes);
  expect(meter).toMatchObject({ text: "4 of 10", clickable: false, children: [] });
  const file = valuedControl(ax("f", "button", { name: { value: "Photo" }, value: { value: "a.png" } }), nodes);
  expect(file).toMatchObject({ text: "a.png", className: "org.chromium.browser.FileInput" });
  expect(valuedControl(ax("b", "button", { name: { value: "Send" } }), nodes)).toBeUndefined();
});

test("cuts texts of any length", () => {
  expect(textOf({ value: "x".repeat(1_000_000) })).toHaveLength(4_000);
});
