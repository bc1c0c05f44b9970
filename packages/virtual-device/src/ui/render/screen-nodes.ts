import type { ScreenNode } from "../../system/display.ts";
import type { UiNode } from "./node.ts";
import { isEmpty } from "./rect.ts";

const kinds = {
  "ui-view": "view",
  "ui-text": "text",
  "ui-icon": "icon",
  "ui-scroll": "scroll",
  "ui-field": "field",
  "ui-draw": "view",
} as const;

/** The nodes that can be seen and mean something: they carry text or a label, or can be touched, scrolled or focused. */
export function screenNodes(root: UiNode, packageName: string): ScreenNode[] {
  const nodes: ScreenNode[] = [];
  collect(root, packageName, nodes);
  return nodes;
}

function collect(node: UiNode, inherited: string, nodes: ScreenNode[]): void {
  if (node.style.hidden) return;
  const packageName = node.props.packageName ?? inherited;
  if (node.props.packageName !== undefined && covers(node)) dropCovered(node, nodes);
  const described = describe(node, packageName);
  if (described && !isEmpty(described.bounds)) nodes.push(described);
  for (const child of node.children) collect(child, packageName, nodes);
}

function describe(node: UiNode, packageName: string): ScreenNode | undefined {
  const { props } = node;
  const text = node.kind === "ui-field" ? (props.value ?? "") : (props.text ?? "");
  const label = props.label ?? (node.kind === "ui-field" ? (props.placeholder ?? "") : "");
  const scrollable = node.kind === "ui-scroll" && node.scrollMaxPx > 0;
  if (text === "" && label === "" && !node.pressable && !scrollable) return undefined;
  const { left, top, right, bottom } = node.visible;
  return {
    kind: kinds[node.kind],
    text,
    label,
    bounds: { left: Math.round(left), top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) },
    clickable: node.pressable,
    scrollable,
    focused: node.focused,
    packageName,
  };
}

/** An opaque window hides everything painted before it. */
function covers(node: UiNode): boolean {
  return node.style.background !== undefined;
}

function dropCovered(window: UiNode, nodes: ScreenNode[]): void {
  const { visible } = window;
  for (let index = nodes.length - 1; index >= 0; index--) {
    const bounds = nodes[index]?.bounds;
    if (!bounds) continue;
    if (
      bounds.left >= visible.left &&
      bounds.top >= visible.top &&
      bounds.right <= visible.right &&
      bounds.bottom <= visible.bottom
    )
      nodes.splice(index, 1);
  }
}
