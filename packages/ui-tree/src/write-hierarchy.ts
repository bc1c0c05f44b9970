import type { UiNode } from "./ui-node.ts";

/** Differences between the dumps of devices. */
export interface HierarchyForm {
  /** Replaces the characters that XML 1.0 forbids. */
  allowed: (text: string) => string;
  /** Characters written as entities. */
  escaped: RegExp;
  /** End of a node without children, after its attributes. */
  emptyEnd: string;
  /** Whether nodes that lack a name are marked. */
  marksUnfriendly: boolean;
}

/** The form of Android: forbidden characters become dots (AOSP AccessibilityNodeInfoDumper.stripInvalidXMLChars). */
export const ANDROID_FORM: HierarchyForm = {
  allowed: (text) => text.toWellFormed().replace(/(?![\t\n\r\x85])[\p{Control}\ufdd0-\ufddf\ufffe\uffff]/gu, "."),
  escaped: /[&<>"\n\t\r]/g,
  emptyEnd: " />",
  marksUnfriendly: true,
};

/** The form of Linux devices: forbidden characters are left out. */
export const LINUX_FORM: HierarchyForm = {
  allowed: (text) => text.replace(/[^\n\t\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""),
  escaped: /[&<>"\n]/g,
  emptyEnd: "></node>",
  marksUnfriendly: false,
};

/** Returns the XML that `uiautomator dump` writes (AOSP AccessibilityNodeInfoDumper). */
export function writeHierarchy(roots: readonly UiNode[], rotation: number, form: HierarchyForm): string {
  const head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
  return `${head}<hierarchy rotation="${rotation}">${nodesXml(roots, form)}</hierarchy>`;
}

const nodesXml = (nodes: readonly UiNode[], form: HierarchyForm): string =>
  nodes.map((node, index) => nodeXml(node, index, form)).join("");

/** Formats one node. The attributes are in the order of AOSP AccessibilityNodeInfoDumper.dumpNodeRec. */
function nodeXml(node: UiNode, index: number, form: HierarchyForm): string {
  const { left, top, right, bottom } = node.bounds;
  const attributes: [name: string, value: string | boolean | number][] = [
    ["index", index],
    ["text", node.text],
    ["resource-id", node.id],
    ["class", node.className],
    ["package", node.packageName],
    ["content-desc", node.description],
    ["checkable", node.checkable],
    ["checked", node.checked],
    ["clickable", node.clickable],
    ["enabled", node.enabled],
    ["focusable", node.focusable],
    ["focused", node.focused],
    ["scrollable", node.scrollable],
    ["long-clickable", node.longClickable],
    ["password", node.password],
    ["selected", node.selected],
    ["bounds", `[${left},${top}][${right},${bottom}]`],
  ];
  const mark = form.marksUnfriendly && isUnfriendly(node) ? 'NAF="true" ' : "";
  const texts = attributes.map(([name, value]) => `${name}="${escapeXml(String(value), form)}"`);
  const head = `<node ${mark}${texts.join(" ")}`;
  return node.children.length === 0 ? `${head}${form.emptyEnd}` : `${head}>${nodesXml(node.children, form)}</node>`;
}

/** Returns whether the node is "not accessibility friendly": clickable and enabled, without a name in it or its descendants. */
const isUnfriendly = (node: UiNode): boolean => node.clickable && node.enabled && !saysSomething(node);

/** Returns whether the node or a descendant has a text or a name. */
export const saysSomething = (node: UiNode): boolean =>
  node.text !== "" || node.description !== "" || node.children.some(saysSomething);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
  "\r": "&#13;",
};

const escapeXml = (text: string, { allowed, escaped }: HierarchyForm): string =>
  allowed(text).replace(escaped, (character) => ENTITIES[character] ?? character);
