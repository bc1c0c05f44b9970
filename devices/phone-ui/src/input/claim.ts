import type { UiNode } from "../render/node.ts";
import type { Claim } from "./finger.ts";
import type { Axis } from "./scrolling.ts";

/**
 * Returns the claim of a finger that moves along the axis. Searches the touched nodes from the innermost outwards. The
 * first node that can be dragged along the axis, or container that can still scroll that way, gets the claim. A
 * container at its end passes the finger to its ancestors, such as a closing panel. It gets the finger only if no other
 * node claims it.
 */
export function claimAlong(path: readonly UiNode[], axis: Axis, movedPx: number): Claim {
  let atItsEnd: UiNode | undefined;
  for (const node of path) {
    const { onDrag, dragAxis = "any", dragAfterHold } = node.props;
    if (onDrag && !dragAfterHold && (dragAxis === "any" || dragAxis === axis)) return { kind: "drag", node };
    if (scrolls(node, axis)) {
      // The content follows the finger, so the container's offset changes in the opposite direction.
      const goesOn = movedPx < 0 ? node.scrollPx < node.scrollMaxPx : node.scrollPx > 0;
      if (goesOn) return scrollClaim(node, axis);
      atItsEnd ??= node;
    }
  }
  return atItsEnd ? scrollClaim(atItsEnd, axis) : { kind: "nothing" };
}

function scrolls(node: UiNode, axis: Axis): boolean {
  return node.kind === "ui-scroll" && node.scrollMaxPx > 0 && (node.props.horizontal ? "x" : "y") === axis;
}

function scrollClaim(node: UiNode, axis: Axis): Claim {
  return { kind: "scroll", node, axis, startPx: node.scrollPx };
}
