import type { ScreenNode } from "@terrarium/phone-system/system-ui";
import type { UiNode } from "./node.ts";
import { roundedRect } from "./rect.ts";
import { visibleNodes } from "./visible-nodes.ts";

const KINDS = {
  "ui-view": "view",
  "ui-text": "text",
  "ui-icon": "icon",
  "ui-scroll": "scroll",
  "ui-field": "field",
  "ui-draw": "view",
  "ui-image": "view",
} as const;

/** Returns the visible nodes with a meaning: a text or label, or support for touches, scrolling or focus. */
export function screenNodes(root: UiNode, packageName: string): ScreenNode[] {
  const nodes: ScreenNode[] = [];
  collect(root, packageName, visibleNodes(root), nodes);
  return nodes;
}

function collect(node: UiNode, inherited: string, visible: ReadonlySet<UiNode>, nodes: ScreenNode[]): void {
  if (node.style.hidden || node.props.inert) return;
  const packageName = node.props.packageName ?? inherited;
  const described = visible.has(node) ? describe(node, packageName) : undefined;
  if (described) nodes.push(described);
  for (const child of node.children) collect(child, packageName, visible, nodes);
}

function describe(node: UiNode, packageName: string): ScreenNode | undefined {
  const { props } = node;
  const text = node.kind === "ui-field" ? (props.value ?? "") : (props.text ?? "");
  const label = props.label ?? (node.kind === "ui-field" ? (props.placeholder ?? "") : "");
  const scrollable = node.kind === "ui-scroll" && node.scrollMaxPx > 0;
  if (text === "" && label === "" && !node.pressable && !scrollable) return undefined;
  return {
    kind: KINDS[node.kind],
    text,
    label,
    bounds: roundedRect(node.visible),
    clickable: node.pressable,
    scrollable,
    focused: node.focused,
    packageName,
  };
}
