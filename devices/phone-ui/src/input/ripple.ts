import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";

const GROW_MS = 220;
const FADE_MS = 180;
const STRENGTH = 0.14;

/**
 * Starts a ripple that spreads from the finger during a press, and returns a function that fades it. Without a viewer
 * or a ripple color, no ripple is drawn.
 */
export function startRipple(stage: Stage, node: UiNode, xPx: number, yPx: number): () => void {
  if (!stage.watched || node.props.rippleColor === undefined) return () => undefined;
  const { left, top, right, bottom } = node.bounds;
  const reach = Math.hypot(Math.max(xPx - left, right - xPx), Math.max(yPx - top, bottom - yPx));
  const ripple = { xPx, yPx, radiusPx: 0, opacity: STRENGTH };
  node.ripple = ripple;
  stage.animate(GROW_MS, (progress) => {
    ripple.radiusPx = reach * (0.3 + 0.7 * (1 - (1 - progress) ** 2));
    stage.invalidate(node);
  });
  let released = false;
  return () => {
    if (released) return;
    released = true;
    stage.animate(FADE_MS, (progress) => {
      ripple.opacity = STRENGTH * (1 - progress ** 2);
      if (progress >= 1 && node.ripple === ripple) node.ripple = undefined;
      stage.invalidate(node);
    });
  };
}
