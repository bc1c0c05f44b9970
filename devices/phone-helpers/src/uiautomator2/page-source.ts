import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { ScreenTree } from "../screen/screen-tree.ts";
import type { XmlNode } from "../xpath/xml-node.ts";

/** The XML document of a screen, and the element of each of its nodes. */
interface PageSource {
  root: XmlNode;
  nodes: ReadonlyMap<XmlNode, UiNode>;
}

/** Builds the document that sources and XPath expressions show (AccessibilityNodeInfoDumper.java). */
export function pageSource({ roots, rotation, widthPx, heightPx }: ScreenTree): PageSource {
  const nodes = new Map<XmlNode, UiNode>();
  let order = 0;
  const build = (node: UiNode, index: number, parent: XmlNode): XmlNode => {
    const xml: XmlNode = {
      name: tagOf(node),
      attributes: attributesOf(node, index),
      parent,
      children: [],
      order: order++,
    };
    nodes.set(xml, node);
    xml.children = node.children.map((child, i) => build(child, i, xml));
    return xml;
  };
  const attributes = {
    index: "0",
    class: "hierarchy",
    rotation: String(rotation),
    width: String(widthPx),
    height: String(heightPx),
  };
  const root: XmlNode = { name: "hierarchy", attributes, parent: undefined, children: [], order: order++ };
  root.children = roots.map((node, i) => build(node, i, root));
  return { root, nodes };
}

const tagOf = ({ className }: UiNode): string => className.replaceAll(/[$@#&]/g, ".") || "android.view.View";

/** Returns the attributes in the server's order; an empty description or id is absent. */
export function attributesOf(node: UiNode, index: number): Record<string, string> {
  const { left, top, right, bottom } = node.bounds;
  return {
    index: String(index),
    package: node.packageName,
    class: node.className,
    text: node.text,
    ...(node.description !== "" && { "content-desc": node.description }),
    ...(node.id !== "" && { "resource-id": node.id }),
    checkable: String(node.checkable),
    checked: String(node.checked),
    clickable: String(node.clickable),
    enabled: String(node.enabled),
    focusable: String(node.focusable),
    focused: String(node.focused),
    "long-clickable": String(node.longClickable),
    password: String(node.password),
    scrollable: String(node.scrollable),
    selected: String(node.selected),
    bounds: `[${left},${top}][${right},${bottom}]`,
    displayed: "true",
  };
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML 1.0 forbids become question marks, as the server writes them. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Control}\ufffe\uffff]/gu, "?")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Formats the document. */
export function writeSource({ root }: PageSource): string {
  const write = (node: XmlNode, indent: string): string => {
    const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
    const head = `${indent}<${node.name}${attributes.join("")}`;
    if (node.children.length === 0) return `${head} />\n`;
    return `${head}>\n${node.children.map((child) => write(child, `${indent}  `)).join("")}${indent}</${node.name}>\n`;
  };
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n${write(root, "")}`;
}
