import type { UiNode } from "../render/node.ts";
import type { Claim } from "./finger.ts";
import type { Axis } from "./scrolling.ts";

/**
 * What takes a finger that moves along the axis, among what it went down on, innermost first: what can be dragged that
 * way, or a container with something left to scroll to. One that is at its end leaves the finger to what it is in, such
 * as a panel that closes, and takes it only if nothing else does.
 */
export function claimAlong(path: readonly UiNode[], axis: Axis, movedPx: number): Claim {
  let atItsEnd: UiNode | undefined;
  for (const node of path) {
    const { onDrag, dragAxis = "any", dragAfterHold, modal } = node.props;
    if (onDrag && !dragAfterHold && (dragAxis === "any" || dragAxis === axis)) return { kind: "drag", node };
    if (scrolls(node, axis)) {
      // The content follows the finger, so it moves against the container's offset.
      const goesOn = movedPx < 0 ? node.scrollPx < node.scrollMaxPx : node.scrollPx > 0;
      if (goesOn) return scrollClaim(node, axis);
      atItsEnd ??= node;
    }
    if (modal) break;
  }
  return atItsEnd ? scrollClaim(atItsEnd, axis) : { kind: "nothing" };
}

function scrolls(node: UiNode, axis: Axis): boolean {
  return node.kind === "ui-scroll" && node.scrollMaxPx > 0 && (node.props.horizontal ? "x" : "y") === axis;
}

function scrollClaim(node: UiNode, axis: Axis): Claim {
  return { kind: "scroll", node, axis, startPx: node.scrollPx };
}
