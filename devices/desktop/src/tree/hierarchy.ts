import type { Bounds } from "../screen/bounds.ts";

/** Package name of the browser's pages and dialogs. */
export const browserPackage = "org.chromium.browser";

/** Default class of nodes. */
export const viewClass = "android.view.View";

/** A node of the screen, with Android's accessibility attributes. */
export interface UiNode {
  text: string;
  id: string;
  className: string;
  packageName: string;
  description: string;
  checkable: boolean;
  checked: boolean;
  clickable: boolean;
  enabled: boolean;
  focusable: boolean;
  focused: boolean;
  scrollable: boolean;
  password: boolean;
  selected: boolean;
  /** Bounds in screen pixels. */
  bounds: Bounds;
  children: UiNode[];
}

const plain: Omit<UiNode, "bounds" | "children"> = {
  text: "",
  id: "",
  className: viewClass,
  packageName: "",
  description: "",
  checkable: false,
  checked: false,
  clickable: false,
  enabled: true,
  focusable: false,
  focused: false,
  scrollable: false,
  password: false,
  selected: false,
};

/** Creates a node from the given attributes, with defaults for the rest. */
export const uiNode = (known: Partial<UiNode> & Pick<UiNode, "bounds">): UiNode => ({
  ...plain,
  children: [],
  ...known,
});

/** Returns the XML that `uiautomator dump` writes (AOSP AccessibilityNodeInfoDumper). */
export function toXml(nodes: readonly UiNode[]): string {
  const head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
  return `${head}<hierarchy rotation="0">${nodes.map(nodeXml).join("")}</hierarchy>`;
}

function nodeXml(node: UiNode, index: number): string {
  const { left, top, right, bottom } = node.bounds;
  const attributes = {
    index,
    text: node.text,
    "resource-id": node.id,
    class: node.className,
    package: node.packageName,
    "content-desc": node.description,
    checkable: node.checkable,
    checked: node.checked,
    clickable: node.clickable,
    enabled: node.enabled,
    focusable: node.focusable,
    focused: node.focused,
    scrollable: node.scrollable,
    "long-clickable": false,
    password: node.password,
    selected: node.selected,
    bounds: `[${left},${top}][${right},${bottom}]`,
  };
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(String(value))}"`);
  return `<node${text.join("")}>${node.children.map(nodeXml).join("")}</node>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** Escapes text for an attribute, without characters that XML forbids. */
const escape = (text: string): string =>
  text
    .replace(/[^\n\t\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"\n]/g, (sign) => entities[sign] ?? "");
