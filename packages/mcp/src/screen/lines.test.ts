import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { describe, expect, test } from "vitest";
import { TOOL_LIMITS } from "../limits.ts";
import { button, node, screenOf } from "../testing/fake-devices.ts";
import { describeChanges } from "./changes.ts";
import { readScreen } from "./elements.ts";
import { findElement, findPlace } from "./find.ts";
import { describeScreen } from "./lines.ts";

const text = (words: string, top: number) => node([0, top, 100, top + 20], { text: words });
const row = button("", 100, {
  id: "app:id/network",
  children: [text("Network", 100), text("Wi-Fi, airplane mode", 120)],
});
const field = (value: string) =>
  button("Name", 200, { className: "android.widget.EditText", text: value, focused: true });
const wifi = (checked: boolean) =>
  button("Wi-Fi", 300, { className: "android.widget.Switch", checkable: true, checked });

/** Replaces the numbers of the lines. */
const shown = (described: string) => described.replaceAll(/^\d{5}/gm, "#");

test("describes controls with label, value and state", () => {
  const screen = readScreen(
    screenOf(
      text("Settings", 0),
      row,
      field("Ada"),
      wifi(true),
      button("Save", 400, { enabled: false, selected: true }),
      button("", 500, { id: "app:id/send" }),
      button("About", 1_100),
    ),
  );
  expect(shown(describeScreen(screen))).toBe(
    [
      "com.app, 100x1000",
      "- Settings",
      "# Network — Wi-Fi, airplane mode",
      "# field Name: Ada (focused)",
      "# switch Wi-Fi: on",
      "# Save (selected, disabled)",
      "# send",
      "off screen: 1 more (About)",
    ].join("\n"),
  );
});

const manyWords = Array.from({ length: 9_700 }, (_, i) =>
  text(`${"word ".repeat(12)}${String(i).padStart(5, "0")}`, 100),
);
const within = (levels: number, inside: UiNode[], around: (children: UiNode[]) => UiNode): UiNode[] =>
  Array.from({ length: levels }).reduce<UiNode[]>((children) => [around(children)], inside);

test.each([
  ["a control that holds very many words", within(1, manyWords, (children) => button("", 100, { children }))],
  [
    "texts in texts around very many",
    within(190, manyWords, (children) =>
      node([0, 100, 100, 120], { text: `${children.length} ${children[0]?.text}`, children }),
    ),
  ],
  [
    "controls in controls around very many",
    within(
      190,
      manyWords.map((each) => ({ ...each, clickable: true })),
      (children) => button("", 100, { children }),
    ),
  ],
])("%s are read quickly", (_what, nodes) => {
  const before = process.threadCpuUsage();
  const screen = readScreen(screenOf(...nodes));
  // CPU time, which does not depend on the load of the machine.
  expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  expect(describeScreen(screen)).toContain("word word");
});

test("omits a text that repeats the enclosing text", () => {
  const twice = node([0, 100, 100, 120], { text: "Tides", children: [text("Tides", 100), text("High", 100)] });
  const shownOf = (...nodes: UiNode[]) =>
    shown(describeScreen(readScreen(screenOf(...nodes))))
      .split("\n")
      .slice(1);
  expect(shownOf(twice)).toEqual(["- Tides", "- High"]);
  expect(shownOf(button("", 100, { children: [twice, button("Save", 100)] }))).toEqual(["# Tides — High", "# Save"]);
});

test("a field that shows its hint is empty", () => {
  expect(describeScreen(readScreen(screenOf(field("Name"))))).toContain("field Name: (empty)");
});

test("handles control classes named like JavaScript properties", () => {
  const odd = button("Build", 100, { className: "app.constructor" });
  expect(shown(describeScreen(readScreen(screenOf(odd))))).toContain("# Build");
});

test("an unmoved element keeps its number when texts change", () => {
  const before = findElement(readScreen(screenOf(field(""), button("Save", 300))), "Name").number;
  const after = readScreen(screenOf(text("New", 0), field("Ada")));
  expect(findElement(after, "Name").number).toBe(before);
  expect(String(before)).toMatch(/^30\d{3}$/);
});

test("numbers distinguish identical elements", () => {
  const alike = Array.from({ length: 600 }, () => button("OK", 500));
  const numbers = readScreen(screenOf(...alike)).elements.flatMap(({ number }) => number ?? []);
  expect(new Set(numbers).size).toBe(500);
});

describe("rejects an unknown target and lists the alternatives", () => {
  const screen = readScreen(screenOf(button("Edit", 300), button("Delete", 600), button("Delete", 700)));
  const editNumber = findElement(screen, "Edit").number ?? 0;
  test.each([
    ["a number that has moved", editNumber + (editNumber % 1_000 === 999 ? -1 : 1), `now there is ${editNumber} Edit`],
    ["words that nothing has", "Save", "there is Edit, Delete, Delete"],
    ["words that several have", "delete", "2 elements match"],
    ["an index beyond them", { text: "Delete", index: 2 }, "only 2 elements match"],
    ["a point outside", { x: 100, y: 0 }, "100 pixels wide and 1000 high"],
  ])("%s", (_name, target, message) => {
    expect(() => findPlace(screen, target)).toThrow(message);
  });
});

test.each([
  ["Delete", 625],
  ["dele", 625],
  [{ id: "remove" }, 625],
  [{ class: "ImageButton" }, 625],
  [{ text: "e", index: 1 }, 625],
])("finds %j", (target, y) => {
  const given = { id: "app:id/remove", className: "android.widget.ImageButton" };
  expect(findPlace(readScreen(screenOf(button("Edit", 300), button("Delete", 600, given))), target).at).toEqual({
    x: 50,
    y,
  });
});

describe("changes of a screen", () => {
  const many = Array.from({ length: 10 }, (_, i) => text(`Line ${i}`, 500 + 20 * i));
  const changes = (before: Parameters<typeof screenOf>, after: Parameters<typeof screenOf>) =>
    shown(describeChanges(readScreen(screenOf(...before)), readScreen(screenOf(...after))));

  test("lists appeared, changed and removed elements", () => {
    expect(changes([...many, wifi(false), button("Old", 0)], [...many, wifi(true), button("New", 0)])).toBe(
      ["appeared:", "# New", "changed:", "# switch Wi-Fi: on", "gone: Old"].join("\n"),
    );
  });

  test("reports an unchanged screen", () => expect(changes(many, many)).toBe("nothing changed on the screen"));

  test("shows the complete screen if that is shorter", () => {
    expect(changes(many, [button("New", 0)])).toBe("screen now: com.app, 100x1000\n# New");
  });
});

test("limits every screen to the size of an answer", () => {
  const full = Array.from({ length: 5_000 }, (_, i) => text(`${i} ${"字".repeat(300)}`, 0));
  const described = describeScreen(readScreen(screenOf(...full)));
  expect(Buffer.byteLength(described)).toBeLessThan(TOOL_LIMITS.answerBytes);
  expect(described).toMatch(/… \d+ more lines: scroll/);
});
