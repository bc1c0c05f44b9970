import type { UiNode } from "./node.ts";
import { contains, isEmpty, type Rect } from "./rect.ts";

/** Every node that can be seen: on the screen, and not wholly behind something opaque or a modal window. */
export function visibleNodes(root: UiNode): Set<UiNode> {
  const painted: UiNode[] = [];
  collect(root, painted);
  const seen = new Set<UiNode>();
  // From the front to the back; what is in front of a node hides it unless it is the node's own content.
  const covers: UiNode[] = [];
  let modal: UiNode | undefined;
  for (const node of painted.toReversed()) {
    if (modal && !isWithin(modal, node)) continue;
    if (!covers.some((cover) => encloses(cover.visible, node.visible) && !isWithin(cover, node))) seen.add(node);
    if (isOpaque(node)) covers.push(node);
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

function encloses(outer: Rect, inner: Rect): boolean {
  return contains(outer, inner.left, inner.top) && outer.right >= inner.right && outer.bottom >= inner.bottom;
}

/** Filled with a colour through which nothing shows; what touches go through, as through a toast, hides nothing. */
function isOpaque(node: UiNode): boolean {
  if (node.props.passThrough) return false;
  const { background, opacity = 1 } = node.style;
  if (opacity < 1 || node.motion) return false;
  return typeof background === "string" && (background.length === 7 || background.length === 4);
}
