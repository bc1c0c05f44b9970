import { Edge } from "yoga-layout";
import type { UiNode } from "./node.ts";
import { paintedRect } from "./paint.ts";
import { intersection, sameRect, type Damage, type Rect } from "./rect.ts";

/** Carries the layout over to the screen: where each node is, what shows of it, and what has to be drawn anew. */
export class Placement {
  readonly #damage: Damage;
  readonly #onAppear: (node: UiNode) => void;

  /** `onAppear` hears of every node that was not on the screen in the last frame. */
  constructor(damage: Damage, onAppear: (node: UiNode) => void) {
    this.#damage = damage;
    this.#onAppear = onAppear;
  }

  place(node: UiNode, originX: number, originY: number, clip: Rect): void {
    if (node.style.hidden) {
      this.vanish(node);
      return;
    }
    const layout = node.yoga.getComputedLayout();
    const left = originX + layout.left;
    const top = originY + layout.top;
    const bounds = { left, top, right: left + layout.width, bottom: top + layout.height };
    const before = node.painted;
    node.bounds = bounds;
    node.visible = intersection(bounds, clip);
    const now = intersection(paintedRect(node), clip);
    if (node.dirty || !before || !sameRect(before, now)) {
      if (before) this.#damage.add(before);
      this.#damage.add(now);
    }
    node.painted = now;
    node.dirty = false;
    if (!before) this.#onAppear(node);
    if (node.kind === "ui-scroll") measureScroll(node);
    const inner = node.clips ? node.visible : clip;
    const childLeft = node.props.horizontal ? left - node.scrollPx : left;
    const childTop = node.props.horizontal ? top : top - node.scrollPx;
    for (const child of node.children) this.place(child, childLeft, childTop, inner);
  }

  /** The node and what is in it are no longer on the screen. */
  vanish(node: UiNode): void {
    for (const each of node.descendants()) {
      if (each.painted) this.#damage.add(each.painted);
      each.painted = undefined;
      each.visible = { left: 0, top: 0, right: 0, bottom: 0 };
    }
  }
}

function measureScroll(node: UiNode): void {
  const { horizontal } = node.props;
  let contentPx = 0;
  for (const child of node.children) {
    if (child.style.hidden) continue;
    const { top, left, width, height } = child.yoga.getComputedLayout();
    contentPx = Math.max(contentPx, horizontal ? left + width : top + height);
  }
  const { bounds } = node;
  const paddingPx = node.yoga.getComputedPadding(horizontal ? Edge.Right : Edge.Bottom);
  const shownPx = horizontal ? bounds.right - bounds.left : bounds.bottom - bounds.top;
  node.scrollMaxPx = Math.max(0, Math.round(contentPx + paddingPx - shownPx));
  if (node.pendingScrollDp !== undefined) {
    node.scrollPx = Math.max(0, Math.round(Math.min(node.pendingScrollDp * node.scale, node.scrollMaxPx)));
    node.pendingScrollDp = undefined;
  }
  node.scrollPx = Math.min(node.scrollPx, node.scrollMaxPx);
}
