import type { Enter, Motion, UiNode } from "./node.ts";
import type { Rect } from "./rect.ts";

/** Returns the area covered by the node during a motion; its content is inside this area or outside the screen. */
export function motionRect(node: UiNode, motion: Motion | undefined): Rect {
  const { left, top, right, bottom } = node.painted ?? node.bounds;
  if (!motion) return { left, top, right, bottom };
  const x = (node.bounds.left + node.bounds.right) / 2;
  const y = (node.bounds.top + node.bounds.bottom) / 2;
  const { scale, translateXPx, translateYPx } = motion;
  return {
    left: x + (left - x) * scale + translateXPx,
    top: y + (top - y) * scale + translateYPx,
    right: x + (right - x) * scale + translateXPx,
    bottom: y + (bottom - y) * scale + translateYPx,
  };
}

/** Returns the motion from the entry position to the final one: fast at first, then slower. */
export function motionAt(enter: Enter, progress: number, scale: number): Motion {
  const left = (1 - progress) ** 3;
  return {
    opacity: 1 - (1 - (enter.opacity ?? 1)) * left,
    scale: 1 - (1 - (enter.scale ?? 1)) * left,
    translateXPx: (enter.translateX ?? 0) * left * scale,
    translateYPx: (enter.translateY ?? 0) * left * scale,
  };
}
