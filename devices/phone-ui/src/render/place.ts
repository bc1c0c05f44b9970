import { Edge } from "yoga-layout";
import { UiNode } from "./node.ts";
import { paintedRect } from "./paint.ts";
import { intersection, isEmpty, sameRect, type Damage, type Rect } from "./rect.ts";
import { richPlaces } from "./rich-text.ts";

const TOUCH_STYLE = { radius: 4 };

/** Transfers the layout to the screen: positions, visible areas, and areas to redraw. */
export class Placement {
  readonly #damage: Damage;
  readonly #onAppear: (node: UiNode) => void;

  /** Calls `onAppear` for every node that was not on the screen in the last frame. */
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
    this.#placeAt(node, { left, top, right: left + layout.width, bottom: top + layout.height }, clip);
    if (node.kind === "ui-scroll") measureScroll(node);
    const inner = node.clips ? node.visible : clip;
    if (node.props.spans) return this.#placeInText(node, inner);
    const childLeft = node.props.horizontal ? left - node.scrollPx : left;
    const childTop = node.props.horizontal ? top : top - node.scrollPx;
    for (const child of node.children) this.place(child, childLeft, childTop, inner);
  }

  #placeAt(node: UiNode, bounds: Rect, clip: Rect): void {
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
    if (node.kind === "ui-image" && !isEmpty(node.visible))
      node.host.loadImage(node, bounds.right - bounds.left, bounds.bottom - bounds.top);
  }

  /** Places the children of a text and its touchable parts. Each part is a node while it exists. */
  #placeInText(node: UiNode, clip: Rect): void {
    const { boxes, touches } = richPlaces(node);
    for (const box of boxes) this.place(box.node, box.left, box.top, clip);
    const known = node.children.filter((child) => child.touchesText);
    for (const spare of known.slice(touches.length)) {
      this.vanish(spare);
      spare.detach();
      spare.destroy();
    }
    for (const [index, { span, label, rect }] of touches.entries()) {
      const part = known[index] ?? new UiNode("ui-view", {}, node.host);
      part.touchesText = true;
      part.props = { ...span.touch, label: label.replaceAll("\u00a0", " ").trim(), style: TOUCH_STYLE };
      if (!part.parent) node.insert(part);
      this.#placeAt(part, rect, clip);
    }
  }

  /** Marks the node and its content as no longer on the screen. */
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
