import type { UiNode } from "../render/node.ts";
import { intersection, type Rect } from "../render/rect.ts";
import type { Stage } from "../render/stage.ts";
import { visibleNodes } from "../render/visible-nodes.ts";
import { scrollableAround, type Scrolling } from "./scrolling.ts";

export type FocusDirection = "up" | "down" | "left" | "right" | "next" | "previous";

/** Largest focusable control, as a share of the screen. A larger node only catches touches outside another element. */
const LARGEST_SHARE = 0.8;
/** Weight of the distance straight ahead relative to the distance sideways (AOSP FocusFinder.java). */
const STRAIGHT_WEIGHT = 13;

/** The control focused by arrow keys and Tab. A touch removes the focus. */
export class KeyFocus {
  readonly #stage: Stage;
  readonly #scrolling: Scrolling;
  #node: UiNode | undefined;

  constructor(stage: Stage, scrolling: Scrolling) {
    this.#stage = stage;
    this.#scrolling = scrolling;
  }

  /** Moves to the next control in this direction. Returns false if there is none, or if a list must scroll first. */
  move(direction: FocusDirection): boolean {
    this.#stage.flush();
    const candidates = this.#candidates();
    const from = this.#current() ?? this.#stage.focused;
    const next = from ? nextFrom(from, direction, candidates) : candidates[0];
    if (!next || (from && this.#scrollsFirst(from, next, direction))) return false;
    this.#set(next);
    return true;
  }

  /** Focuses the next field of the same window after the focused one, and scrolls it into view. */
  nextField(): void {
    const from = this.#stage.focused;
    if (!from) return;
    const window = [...from.path()].find((node) => node.props.packageName !== undefined) ?? this.#stage.root;
    const fields = fieldsIn(window);
    const next = fields[fields.indexOf(from) + 1];
    if (!next) return;
    this.#reveal(next);
    this.#stage.layoutNow();
    this.#set(next);
  }

  /** Presses the focused control; returns false if none is focused. */
  press(): boolean {
    const node = this.#current();
    if (!node?.props.onPress) return false;
    this.#stage.run(node.props.onPress);
    return true;
  }

  clear(): void {
    const node = this.#node;
    if (!node) return;
    this.#node = undefined;
    node.keyFocused = false;
    if (node.painted) this.#stage.invalidate(node);
  }

  #current(): UiNode | undefined {
    if (this.#node && !this.#node.painted) this.clear();
    return this.#node;
  }

  #set(node: UiNode): void {
    this.clear();
    if (node.kind === "ui-field") return this.#stage.run(() => this.#stage.focus(node));
    this.#stage.run(() => this.#stage.focus(undefined));
    this.#node = node;
    node.keyFocused = true;
    this.#stage.invalidate(node);
    this.#reveal(node);
  }

  /** Scrolls a node that is cut off at the edge of a list completely into view. */
  #reveal(node: UiNode): void {
    const container = scrollableAround(node, "y");
    if (!container) return;
    const over = node.bounds.bottom - container.bounds.bottom;
    const under = container.bounds.top - node.bounds.top;
    if (over > 0) this.#scrolling.to(container, container.scrollPx + over);
    else if (under > 0) this.#scrolling.to(container, container.scrollPx - under);
  }

  #candidates(): UiNode[] {
    const { widthPx, heightPx, root } = this.#stage;
    const most = widthPx * heightPx * LARGEST_SHARE;
    const visible = visibleNodes(root);
    return [...root.descendants()].filter(
      (node) =>
        visible.has(node) &&
        node.pressable &&
        area(node.visible) < most &&
        ![...node.path()].some((each) => isKeyboard(each)),
    );
  }

  /** Returns whether the list must scroll to its end before the focus moves above or below it. */
  #scrollsFirst(from: UiNode, next: UiNode, direction: FocusDirection): boolean {
    if (direction !== "up" && direction !== "down") return false;
    const container = scrollableAround(from, "y");
    if (!container || [...next.path()].includes(container)) return false;
    return direction === "down" ? container.scrollPx < container.scrollMaxPx : container.scrollPx > 0;
  }
}

/** Returns the fields of a window in their order, also those that only scrolling shows. */
function fieldsIn(node: UiNode): UiNode[] {
  if (node.style.hidden || node.props.inert) return [];
  if (node.kind === "ui-field") return node.props.enabled === false ? [] : [node];
  return node.children.flatMap(fieldsIn);
}

function isKeyboard(node: UiNode): boolean {
  return node.props.packageName === "com.terrarium.keyboard";
}

function nextFrom(from: UiNode, direction: FocusDirection, candidates: readonly UiNode[]): UiNode | undefined {
  if (direction === "next" || direction === "previous") {
    const at = candidates.indexOf(from);
    const step = direction === "next" ? 1 : -1;
    return candidates[(at + step + candidates.length) % candidates.length];
  }
  let best: UiNode | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const distance = candidate === from ? undefined : distanceTo(from.bounds, candidate.bounds, direction);
    if (distance !== undefined && distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns the distance in this direction; undefined for a control outside it. */
function distanceTo(from: Rect, to: Rect, direction: "up" | "down" | "left" | "right"): number | undefined {
  const vertical = direction === "up" || direction === "down";
  const sign = direction === "down" || direction === "right" ? 1 : -1;
  const [fromStart, fromEnd] = vertical ? [from.top, from.bottom] : [from.left, from.right];
  const [toStart, toEnd] = vertical ? [to.top, to.bottom] : [to.left, to.right];
  const beyond = sign > 0 ? toStart >= fromStart && toEnd > fromEnd : toEnd <= fromEnd && toStart < fromStart;
  if (!beyond) return undefined;
  const straight = Math.max(0, sign > 0 ? toStart - fromEnd : fromStart - toEnd);
  const sideways = vertical
    ? (to.left + to.right - from.left - from.right) / 2
    : (to.top + to.bottom - from.top - from.bottom) / 2;
  // A control that overlaps the path straight ahead is preferred to one beside it.
  const overlaps =
    area(
      intersection(
        from,
        vertical ? { ...to, top: from.top, bottom: from.bottom } : { ...to, left: from.left, right: from.right },
      ),
    ) > 0;
  return STRAIGHT_WEIGHT * straight ** 2 + sideways ** 2 + (overlaps ? 0 : 1e8);
}

function area({ left, top, right, bottom }: Rect): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
