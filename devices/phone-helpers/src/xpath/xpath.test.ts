import { describe, expect, it } from "vitest";
import type { XmlNode } from "./xml-node.ts";
import { compileXPath } from "./xpath.ts";

type Spec = [name: string, attributes: Record<string, string>, ...children: Spec[]];

function treeOf(spec: Spec): XmlNode {
  let order = 0;
  const build = ([name, attributes, ...children]: Spec, parent?: XmlNode): XmlNode => {
    const node: XmlNode = { name, attributes, parent, children: [], order: order++ };
    node.children = children.map((child) => build(child, node));
    return node;
  };
  return build(spec);
}

const SCREEN = treeOf([
  "hierarchy",
  { id: "root" },
  [
    "android.widget.FrameLayout",
    { id: "frame" },
    ["android.widget.TextView", { id: "title", text: "Notes" }],
    [
      "android.widget.ListView",
      { id: "list" },
      ["android.widget.TextView", { id: "a", text: "Apples", checked: "true", index: "0" }],
      ["android.widget.Button", { id: "b", text: "Buy  now", index: "1" }],
      ["android.widget.TextView", { id: "c", text: "Pears", index: "2" }],
    ],
  ],
]);

const find = (xpath: string): string[] => compileXPath(xpath)(SCREEN).map(({ attributes }) => attributes["id"] ?? "");

describe("an XPath expression", () => {
  it.each([
    ["/hierarchy", ["root"]],
    ["/", []],
    ["//android.widget.TextView", ["title", "a", "c"]],
    ["//*[@text='Pears']", ["c"]],
    ["//android.widget.TextView[2]", ["c"]],
    ["(//android.widget.TextView)[2]", ["a"]],
    ["(//android.widget.TextView)[last()]/..", ["list"]],
    ['//*[@checked="true" and starts-with(@text, "App")]', ["a"]],
    ["//*[@id='a' or @id='c'][not(@checked)]", ["c"]],
    ["//*[contains(lower-case(@text), 'e')]", ["title", "a", "c"]],
    ["//*[ends-with(@text,'s') and string-length(@text) > 5]", ["a"]],
    ["//*[normalize-space(@text)='Buy now']", ["b"]],
    ["//*[matches(@text, '^p', 'i')]", ["c"]],
    ["//*[@id='b']/following-sibling::*", ["c"]],
    ["//*[@id='b']/preceding-sibling::android.widget.TextView", ["a"]],
    ["//*[@id='b']/ancestor::*", ["root", "frame", "list"]],
    ["//*[@id='title']/following::*[1]", ["list"]],
    ["//*[@id='list']/preceding::*", ["title"]],
    ["//*[@id='list']/child::*[position() < 3]", ["a", "b"]],
    ["//android.widget.ListView[android.widget.Button[@text='Buy  now']]", ["list"]],
    ["//*[count(*)=3]", ["list"]],
    ["//*[@index + 1 = 2 * 1]", ["b"]],
    ["//*[@id='a'] | //*[@id='title'] | //*[@id='a']", ["title", "a"]],
    ["//*[@id=concat('', 'a')]/@text/..", ["a"]],
    ["//*[translate(@text,'AP','ap')='apples']", ["a"]],
    ["//*[substring(@text, 1, 2)='Pe' or substring-after(@text,'y')='  now']", ["b", "c"]],
    ["//android.widget.TextView[text()='Pears']", []],
    ["./*/android.widget.ListView//*[@checked]", ["a"]],
    ["//*[name()='android.widget.Button']", ["b"]],
  ])("%s", (xpath, ids) => {
    expect(find(xpath)).toEqual(ids);
  });

  it.each([
    "//*[",
    "//*[@text='x'",
    "//unknown::x",
    "//*[frobnicate(@text)]",
    "'text'",
    "//",
    "//*[matches(@text,'(a+)+$')]",
    "//*[matches(@text,'(')]",
    "count(1)",
    "#",
    `${"(".repeat(99)}1${")".repeat(99)}`,
    "x".repeat(20_000),
  ])("is refused if it is %s", (xpath) => {
    expect(() => find(xpath)).toThrowError(expect.objectContaining({ name: "XPathError" }));
  });

  it("is ended when it visits too many elements", () => {
    const wide = treeOf(["r", {}, ...Array.from({ length: 300 }, (): Spec => ["n", {}])]);
    expect(() => compileXPath("//*[//*[//*[@x]]]")(wide)).toThrow("too many elements");
  });
});
