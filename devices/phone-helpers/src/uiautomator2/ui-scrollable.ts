import { createHash } from "node:crypto";
import { centerOf } from "@terrarium/ui-tree/bounds";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import type { HelperPhone } from "../host/helper-definition.ts";
import { line, playGesture, press } from "../screen/gesture.ts";
import { allNodes, type ScreenTree } from "../screen/screen-tree.ts";
import type { Search } from "./search.ts";
import type { SelectorArgument, SelectorExpression } from "./ui-selector-syntax.ts";
import { selectNodes } from "./ui-selector.ts";
import { invalidSelector } from "./wire-error.ts";

/** Default of UiScrollable.java, and a limit. */
const MAX_SWIPES = 30;
/** Share of a list that one scroll moves. */
const SCROLL_SHARE = 0.6;
const SCROLL_MS = 250;
/** Rest at the end, so that the list does not fling on. */
const REST_MS = 60;

/** Scrolls a list until an element appears: `new UiScrollable(…).scrollIntoView(…)`. Returns the element, or none. */
export async function scrollToSelected(search: Search, expression: SelectorExpression): Promise<UiNode[]> {
  const [list] = expression.args;
  if (typeof list !== "object") throw invalidSelector("UiScrollable needs a UiSelector");
  let vertical = true;
  let maxSwipes = MAX_SWIPES;
  let wanted: SelectorExpression | undefined;
  for (const { method, args } of expression.calls) {
    if (method === "setAsHorizontalList") vertical = false;
    else if (method === "setAsVerticalList") vertical = true;
    else if (method === "setMaxSearchSwipes" && typeof args[0] === "number") maxSwipes = Math.min(MAX_SWIPES, args[0]);
    else wanted = wantedBy(method, args);
  }
  if (!wanted) throw invalidSelector("UiScrollable needs a method that returns an element, such as scrollIntoView");
  return scrollUntil(search, list, wanted, { vertical, maxSwipes });
}

/** Returns the selector of the element that a method scrolls to. */
function wantedBy(method: string, args: readonly SelectorArgument[]): SelectorExpression {
  const [first, second] = args;
  if (method === "scrollIntoView" && typeof first === "object") return first;
  if (method === "scrollTextIntoView" && typeof first === "string") return selectorWith([["text", first]]);
  if (method === "scrollDescriptionIntoView" && typeof first === "string")
    return selectorWith([["description", first]]);
  const added = { getChildByText: "text", getChildByDescription: "description", getChildByInstance: "instance" }[
    method
  ];
  if (added !== undefined && typeof first === "object" && second !== undefined && typeof second !== "object")
    return { ...first, calls: [...first.calls, { method: added, args: [second] }] };
  throw invalidSelector(`UiScrollable has no method ${method} for these arguments that returns an element`);
}

const selectorWith = (calls: readonly [method: string, value: string][]): SelectorExpression => ({
  className: "UiSelector",
  args: [],
  calls: calls.map(([method, value]) => ({ method, args: [value] })),
});

async function scrollUntil(
  search: Search,
  list: SelectorExpression,
  wanted: SelectorExpression,
  { vertical, maxSwipes }: { vertical: boolean; maxSwipes: number },
): Promise<UiNode[]> {
  let tree = await search.read();
  for (const forward of [false, true]) {
    for (let swipes = 0; swipes <= maxSwipes; swipes++) {
      const found = selectNodes(wanted, tree.roots);
      if (found.length > 0) return found;
      const [scrollable] = selectNodes(list, tree.roots);
      if (!scrollable || swipes === maxSwipes) break;
      const before = digestOf(tree);
      await scrollOnce(search.phone, scrollable, { vertical, forward }, search.signal);
      tree = await search.read();
      if (digestOf(tree) === before) break;
    }
  }
  return [];
}

/** Scrolls a list by a part of its length. */
async function scrollOnce(
  phone: HelperPhone,
  { bounds }: UiNode,
  { vertical, forward, share = SCROLL_SHARE }: { vertical: boolean; forward: boolean; share?: number },
  signal: AbortSignal,
): Promise<void> {
  const { x, y } = centerOf(bounds);
  const length = (vertical ? bounds.bottom - bounds.top : bounds.right - bounds.left) * share;
  const shift = (forward ? length : -length) / 2;
  const from = vertical ? { x, y: y + shift } : { x: x + shift, y };
  const to = vertical ? { x, y: y - shift } : { x: x - shift, y };
  await playGesture(phone, [[...line(from, to, SCROLL_MS), ...press(to, REST_MS, SCROLL_MS + 1)]], signal);
}

/** Identifies what a screen shows, and where. */
export function digestOf({ roots }: Pick<ScreenTree, "roots">): string {
  const hash = createHash("sha256");
  for (const { id, text, description, bounds } of allNodes(roots))
    hash.update(JSON.stringify([id, text, description, bounds.left, bounds.top]));
  return hash.digest("base64");
}
