import { UI_TREE_LIMITS } from "@terrarium/contract/limits";
import { describe, expect, test } from "vitest";
import { parseHierarchy } from "./parse-hierarchy.ts";

const HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
const BOX = 'bounds="[0,0][10,20]"';
const hierarchy = (nodes: string, attributes = 'rotation="1"') =>
  `${HEAD}<hierarchy ${attributes}>${nodes}</hierarchy>`;

test("parses all attributes of a node and its position", async () => {
  const tree = await parseHierarchy(
    hierarchy(
      `<node NAF="true" index="0" text="a &lt;b&gt; &amp; &quot;c&quot;&#10;d" resource-id="com.app:id/title" class="android.widget.Button" package="com.app" content-desc="e &#128077;" checkable="true" checked="true" clickable="true" enabled="true" focusable="true" focused="true" scrollable="true" long-clickable="true" password="true" selected="true" bounds="[-1,2][30,40]"><node ${BOX} /><node ${BOX}><node ${BOX} /></node></node><node ${BOX} />`,
    ),
  );
  expect(tree.rotation).toBe(1);
  expect(tree.nodes.map(({ path }) => path.join("."))).toEqual(["0", "0.0", "0.1", "0.1.0", "1"]);
  expect(tree.roots.map(({ children }) => children.length)).toEqual([2, 0]);
  expect(tree.nodes[0]).toMatchObject({
    text: 'a <b> & "c"\nd',
    id: "com.app:id/title",
    className: "android.widget.Button",
    packageName: "com.app",
    description: "e 👍",
    bounds: { left: -1, top: 2, right: 30, bottom: 40 },
    checkable: true,
    checked: true,
    clickable: true,
    enabled: true,
    focusable: true,
    focused: true,
    scrollable: true,
    longClickable: true,
    password: true,
    selected: true,
  });
  expect(tree.nodes[1]).toMatchObject({ text: "", id: "", clickable: false, password: false });
});

test("an empty screen has no nodes", async () => {
  expect(await parseHierarchy(hierarchy("", ""))).toMatchObject({ rotation: 0, nodes: [], roots: [] });
});

describe("rejects", () => {
  const deep = (levels: number) => `<node ${BOX}>`.repeat(levels) + "</node>".repeat(levels);
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
  test.each([
    ["nothing", "", "not a whole hierarchy"],
    ["text", `${HEAD}ERROR`, "not a whole hierarchy"],
    ["a truncated dump", hierarchy(`<node ${BOX} />`).slice(0, -5), "not a whole hierarchy"],
    ["a dump truncated in a node", hierarchy(`<node ${BOX}>`).slice(0, -30), "not a whole hierarchy"],
    ["another document", `${HEAD}<html></html>`, "not a whole hierarchy"],
    ["a dump in another document", `${HEAD}<html>${hierarchy("")}`, "not one hierarchy"],
    ["two dumps in one", `${hierarchy("")}<hierarchy></hierarchy>`, "not one hierarchy"],
    ["another element", hierarchy("<script></script>"), "it has a <script>"],
    ["a document type", `${HEAD}${bomb}<hierarchy></hierarchy>`, "document type"],
    ["another instruction", `${HEAD}<?php x ?><hierarchy></hierarchy>`, "instruction"],
    ["an invalid rotation", hierarchy("", 'rotation="90"'), 'rotation is "90"'],
    ["a node without bounds", hierarchy("<node />"), 'bounds "" are none'],
    ["bounds that are not numbers", hierarchy('<node bounds="[a,b][c,d]" />'), "are none"],
    ["bounds without end", hierarchy(`<node bounds="[0,0][${"9".repeat(400)},1]" />`), "are none"],
    ["a too deep dump", hierarchy(deep(UI_TREE_LIMITS.depth)), "deeper than"],
    ["a dump with too many nodes", hierarchy(`<node ${BOX} />`.repeat(UI_TREE_LIMITS.nodes + 1)), "more than"],
    ["a too long dump", hierarchy(`<node text="${"x".repeat(UI_TREE_LIMITS.chars)}" ${BOX} />`), "characters"],
  ])("%s", async (_name, xml, message) => {
    await expect(parseHierarchy(xml)).rejects.toThrow(message);
  });

  test("accepts everything just within the limits", async () => {
    expect((await parseHierarchy(hierarchy(deep(UI_TREE_LIMITS.depth - 1)))).nodes).toHaveLength(199);
    const many = hierarchy(`<node ${BOX} />`.repeat(UI_TREE_LIMITS.nodes));
    expect((await parseHierarchy(many)).roots).toHaveLength(UI_TREE_LIMITS.nodes);
  });
});

test("keeps unknown entities unchanged", async () => {
  const { nodes } = await parseHierarchy(hierarchy(`<node text="&nbsp;&x;&#xD800;&#0;" ${BOX} />`));
  expect(nodes[0]?.text).toBe("&nbsp;&x;\ufffd\ufffd");
});
