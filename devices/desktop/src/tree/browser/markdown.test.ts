import { expect, test } from "vitest";
import { toMarkdown } from "./markdown.ts";
import type { AxNode, PageFrame } from "./page-frame.ts";

interface Given {
  role: string;
  tag?: string;
  name?: string;
  value?: string;
  properties?: Record<string, unknown>;
  frame?: PageFrame;
  children?: Given[];
}

const words = (name: string): Given => ({ role: "StaticText", tag: "#text", name });
const part = (role: string, tag: string, ...children: Given[]): Given => ({ role, tag, children });

/** Creates a page with these children, as a browser reports it. */
function pageOf(...children: Given[]): PageFrame {
  const nodes: AxNode[] = [];
  const tags = new Map<number, string>();
  const frames = new Map<number, PageFrame>();
  const add = ({ role, tag, name, value, properties = {}, frame, children: inside = [] }: Given): string => {
    const number = nodes.length + 1;
    const node: AxNode = {
      nodeId: String(number),
      ignored: role === "none",
      role: { value: role },
      name: { value: name },
      value: { value },
      description: undefined,
      properties: Object.entries(properties).map(([key, each]) => ({ name: key, value: { value: each } })),
      childIds: [],
      backendDOMNodeId: number,
    };
    nodes.push(node);
    if (tag !== undefined) tags.set(number, tag);
    if (frame) frames.set(number, frame);
    node.childIds = inside.map(add);
    return node.nodeId;
  };
  add({ role: "RootWebArea", tag: "BODY", children });
  return {
    id: "",
    sessionId: undefined,
    nodes,
    tags,
    frames,
    places: new Map(),
    bounds: { left: 0, top: 0, right: 9, bottom: 9 },
  };
}

test("converts headings, paragraphs, links and marks", () => {
  const page = pageOf(
    { role: "heading", tag: "H2", properties: { level: 2 }, children: [words("Tides")] },
    part("paragraph", "P", words("High "), part("strong", "B", words("twice")), words(" a day, "), {
      role: "link",
      tag: "A",
      properties: { url: "http://a/moon" },
      children: [words("by the moon")],
    }),
    part("none", "DIV", words("One line")),
    part("none", "DIV", words("Another")),
  );
  expect(toMarkdown(page)).toBe(
    "## Tides\n\nHigh **twice** a day, [by the moon](http://a/moon)\n\nOne line\n\nAnother",
  );
});

test("converts nested and numbered lists", () => {
  const marker = (name: string): Given => ({ role: "ListMarker", tag: "::marker", name });
  const item = (mark: string, ...children: Given[]) => part("listitem", "LI", marker(mark), ...children);
  const page = pageOf(
    part(
      "list",
      "UL",
      item("• ", words("Spring"), part("list", "UL", item("◦ ", words("Strong")))),
      item("• ", words("Neap")),
    ),
    part("list", "OL", item("1. ", words("First")), item("2. ", words("Second"))),
  );
  expect(toMarkdown(page)).toBe("- Spring\n  - Strong\n- Neap\n\n1. First\n2. Second");
});

test("converts tables, literal code, controls and frames", () => {
  const cell = (role: string, tag: string, text: string) => part(role, tag, words(text));
  const row = (...cells: Given[]) => part("row", "TR", ...cells);
  const page = pageOf(
    part(
      "table",
      "TABLE",
      part(
        "rowgroup",
        "TBODY",
        row(cell("columnheader", "TH", "Port"), cell("columnheader", "TH", "Metres")),
        row(cell("cell", "TD", "Brest"), cell("cell", "TD", "4|5")),
      ),
    ),
    part("none", "PRE", words("a = 1\n  b\n")),
    part(
      "paragraph",
      "P",
      { role: "checkbox", tag: "INPUT", name: "Gift", properties: { checked: "true" } },
      words("Gift"),
      { role: "textbox", tag: "INPUT", name: "Name", value: "Ada" },
      { role: "button", tag: "BUTTON", name: "Go", children: [words("Go")] },
    ),
    { role: "Iframe", tag: "IFRAME", frame: pageOf(part("paragraph", "P", words("In a frame"))) },
  );
  expect(toMarkdown(page)).toBe(
    [
      "| Port | Metres |\n| --- | --- |\n| Brest | 4\\|5 |",
      "```\na = 1\n  b\n```",
      "[x] Gift [Name: Ada] [Go]",
      "In a frame",
    ].join("\n\n"),
  );
});

test("limits an endless page", () => {
  const long = pageOf(...Array.from({ length: 5_000 }, () => part("paragraph", "P", words("字".repeat(100)))));
  expect(toMarkdown(long).length).toBeLessThan(401_000);
  expect(toMarkdown(long)).toMatch(/\(the page goes on\)$/);
  let deep = words("Deep");
  for (let i = 0; i < 2_000; i++) deep = part("none", "DIV", deep);
  expect(toMarkdown(pageOf(words("Above"), deep))).toBe("Above");
});

const nested = (levels: number, inside: Given, ...around: readonly [role: string, tag: string][]): Given =>
  Array.from({ length: levels }, () => around)
    .flat()
    .reduce((content, [role, tag]) => part(role, tag, content), inside);
const lines = part("generic", "PRE", words("a\n".repeat(150_000)));
const pieces = [...Array.from({ length: 30_000 }, () => words("a ")), part("none", "DIV", words("b"))];

test.each([
  ["nested quotes", nested(140, lines, ["blockquote", "BLOCKQUOTE"])],
  ["nested lists", nested(140, lines, ["listitem", "LI"])],
  [
    "nested tables",
    nested(74, part("none", "P", words("|".repeat(390_000))), ["cell", "TD"], ["row", "TR"], ["table", "TABLE"]),
  ],
  ["very many deeply nested pieces", nested(290, part("generic", "SPAN", ...pieces), ["generic", "SPAN"])],
])("converts a page of %s as fast as others", (_what, hostile) => {
  const page = pageOf(hostile);
  const before = process.threadCpuUsage();
  expect(toMarkdown(page).length).toBeLessThan(401_000);
  // Processor time, independent of the machine's load.
  expect(process.threadCpuUsage(before).user).toBeLessThan(3_500_000);
});
