import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";

const growMs = 220;
const fadeMs = 180;
const strength = 0.14;

/** A ripple that spreads from the finger while it presses; returns the function that lets it fade. Unseen, or where no colour is given, there is none. */
export function startRipple(stage: Stage, node: UiNode, xPx: number, yPx: number): () => void {
  if (!stage.watched || node.props.rippleColor === undefined) return () => undefined;
  const { left, top, right, bottom } = node.bounds;
  const reach = Math.hypot(Math.max(xPx - left, right - xPx), Math.max(yPx - top, bottom - yPx));
  const ripple = { xPx, yPx, radiusPx: 0, opacity: strength };
  node.ripple = ripple;
  stage.animate(growMs, (progress) => {
    ripple.radiusPx = reach * (0.3 + 0.7 * (1 - (1 - progress) ** 2));
    stage.invalidate(node);
  });
  let released = false;
  return () => {
    if (released) return;
    released = true;
    stage.animate(fadeMs, (progress) => {
      ripple.opacity = strength * (1 - progress ** 2);
      if (progress >= 1 && node.ripple === ripple) node.ripple = undefined;
      stage.invalidate(node);
    });
  };
}
