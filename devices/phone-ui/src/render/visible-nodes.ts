import type { UiNode } from "./node.ts";
import { contains, isEmpty, type Rect } from "./rect.ts";

/**
 * Returns every visible node: on the screen, and not completely behind an opaque node or a modal window. Nodes that
 * float hide nothing, since they leave soon.
 */
export function visibleNodes(root: UiNode): Set<UiNode> {
  const painted: UiNode[] = [];
  collect(root, painted);
  const seen = new Set<UiNode>();
  // From front to back: a node in front hides the nodes behind it, except its own ancestors.
  const covers: UiNode[] = [];
  let modal: UiNode | undefined;
  for (const node of painted.toReversed()) {
    if (modal && !isWithin(modal, node)) continue;
    if (!covers.some((cover) => encloses(cover.visible, node.visible) && !isWithin(cover, node))) seen.add(node);
    if (isOpaque(node) && !floats(node)) covers.push(node);
    if (node.props.modal) modal ??= node;
  }
  return seen;
}

function collect(node: UiNode, nodes: UiNode[]): void {
  if (node.style.hidden || node.style.opacity === 0 || node.props.inert) return;
  if (!isEmpty(node.visible)) nodes.push(node);
  for (const child of node.children) collect(child, nodes);
}

function isWithin(node: UiNode, ancestor: UiNode): boolean {
  for (let each: UiNode | undefined = node; each; each = each.parent) if (each === ancestor) return true;
  return false;
}

function floats(node: UiNode): boolean {
  for (let each: UiNode | undefined = node; each; each = each.parent) if (each.props.floats) return true;
  return false;
}

function encloses(outer: Rect, inner: Rect): boolean {
  return contains(outer, inner.left, inner.top) && outer.right >= inner.right && outer.bottom >= inner.bottom;
}

/**
 * Returns whether the node hides the nodes behind it: its background is opaque and it receives touches. Nodes that pass
 * touches through, such as toasts, hide nothing.
 */
function isOpaque(node: UiNode): boolean {
  if (node.props.passThrough) return false;
  const { background, opacity = 1 } = node.style;
  if (opacity < 1 || node.motion) return false;
  return typeof background === "string" && (background.length === 7 || background.length === 4);
}
