import { type Bounds, isEmpty, sharedBy } from "@terrarium/ui-tree/bounds";
import * as z from "zod";

/** Styles that can hide content or elements behind them, in reading order. */
const HIDING_STYLES = [
  "overflow-x",
  "overflow-y",
  "overflow-clip-margin",
  "display",
  "position",
  "overlay",
  "z-index",
  "visibility",
  "pointer-events",
];

/** Arguments of DOMSnapshot.captureSnapshot. */
export const SNAPSHOT_PARTS = { computedStyles: HIDING_STYLES, includePaintOrder: true };

/**
 * Result of DOMSnapshot.captureSnapshot. Elements come after their rendering parents, also when a slot assigns these.
 */
export const Snapshot = z.object({
  strings: z.array(z.string()),
  documents: z.array(
    z.object({
      frameId: z.number(),
      scrollOffsetX: z.number().default(0),
      scrollOffsetY: z.number().default(0),
      nodes: z.object({
        parentIndex: z.array(z.number()),
        backendNodeId: z.array(z.number()),
        nodeName: z.array(z.number()),
        attributes: z.array(z.array(z.number())),
      }),
      layout: z.object({
        nodeIndex: z.array(z.number()),
        styles: z.array(z.array(z.number())),
        bounds: z.array(z.array(z.number())),
        paintOrders: z.array(z.number()).default([]),
      }),
    }),
  ),
});
export type Snapshot = z.infer<typeof Snapshot>;
export type PageDocument = Snapshot["documents"][number];

export interface Place {
  bounds: Bounds;
  id: string;
  /** Paint order; greater values are painted later. */
  paintOrder: number;
}

/** An overlay on a page, such as a dialog or a sticky header. */
export interface Cover {
  bounds: Bounds;
  paintOrder: number;
  /** Numbers of the element's ancestors. */
  within: ReadonlySet<number>;
}

/** Position of a frame on the screen, its visible part and its covers. */
export interface Viewport {
  left: number;
  top: number;
  bounds: Bounds;
  covers: readonly Cover[];
}

/** Visible area of an element's content, for content in its flow and for `position: absolute`. */
interface Shown {
  flow: Bounds;
  absolute: Bounds;
}

/** Display values that can clip overflow, unlike inline text and tables. */
const hidingDisplays = new Set(
  "block inline-block flow-root flex inline-flex grid inline-grid list-item table-cell -webkit-box".split(" "),
);
/** Overflow of these elements is clipped by the window, not by their own size. */
const PAGE_NAMES = new Set(["HTML", "BODY"]);

export const tagsOf = (page: PageDocument | undefined, strings: readonly string[]): Map<number, string> =>
  new Map(page?.nodes.backendNodeId.map((number, node) => [number, nameOf(page, node, strings)]));

/**
 * Returns the visible elements, by number. Elements scrolled away, in the page or in a scroll area, are omitted. In
 * doubt an element counts as visible, for example a `fixed` one inside a transformed element: transforms are not read.
 */
export function placesOf(
  page: PageDocument | undefined,
  strings: readonly string[],
  viewport: Viewport,
): Map<number, Place> {
  const places = new Map<number, Place>();
  if (!page) return places;
  const layouts = layoutsOf(page);
  const shownIn: Shown[] = [];
  for (const [node, number] of page.nodes.backendNodeId.entries()) {
    const around = shownIn[page.nodes.parentIndex[node] ?? -1] ?? { flow: viewport.bounds, absolute: viewport.bounds };
    const layout = layouts.get(node);
    if (layout === undefined) {
      shownIn.push(around);
      continue;
    }
    const [x = 0, y = 0, width = 0, height = 0] = page.layout.bounds[layout] ?? [];
    const left = viewport.left + x - page.scrollOffsetX;
    const top = viewport.top + y - page.scrollOffsetY;
    const box = { left, top, right: left + width, bottom: top + height };
    const name = nameOf(page, node, strings);
    const styles = stylesOf(page, node, layout, strings);
    const [, , , , position = "static", overlay = "none"] = styles;
    const isLoose = position === "fixed" || overlay !== "none";
    const shown = isLoose ? viewport.bounds : position === "absolute" ? around.absolute : around.flow;
    const flow = PAGE_NAMES.has(name) ? shown : sharedBy(shown, limitsOf(box, styles));
    shownIn.push({ flow, absolute: position === "static" ? around.absolute : flow });
    const bounds = rounded(sharedBy(box, shown));
    if (isEmpty(bounds)) continue;
    const id = attributeOf(page.nodes.attributes[node] ?? [], "id", strings);
    places.set(number, { bounds, id, paintOrder: page.layout.paintOrders[layout] ?? 0 });
  }
  return places;
}

/** Returns the layout index of each node with a box. */
export const layoutsOf = ({ layout }: PageDocument): Map<number, number> =>
  new Map(layout.nodeIndex.map((node, at) => [node, at]));

/** Returns the hiding styles of a node; none for a text node, which would repeat its element's styles. */
export const stylesOf = (page: PageDocument, node: number, layout: number, strings: readonly string[]): string[] =>
  nameOf(page, node, strings) === "#text"
    ? []
    : (page.layout.styles[layout] ?? []).map((style) => strings[style] ?? "");

/** Returns the visible area inside a box; overflow is separate for each axis. */
function limitsOf(box: Bounds, styles: readonly string[]): Bounds {
  const [overflowX = "visible", overflowY = "visible", margin, display = ""] = styles;
  const hides = (overflow: string) =>
    overflow !== "visible" && !(overflow === "clip" && margin !== "0px") && hidingDisplays.has(display);
  return {
    ...unlimited,
    ...(hides(overflowX) && { left: box.left, right: box.right }),
    ...(hides(overflowY) && { top: box.top, bottom: box.bottom }),
  };
}

const unlimited: Bounds = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

export const rounded = ({ left, top, right, bottom }: Bounds): Bounds => ({
  left: Math.round(left),
  top: Math.round(top),
  right: Math.round(right),
  bottom: Math.round(bottom),
});

const nameOf = (page: PageDocument, node: number, strings: readonly string[]): string =>
  strings[page.nodes.nodeName[node] ?? -1] ?? "";

/** Names and values alternate. */
function attributeOf(attributes: readonly number[], name: string, strings: readonly string[]): string {
  const at = attributes.findIndex((each, i) => i % 2 === 0 && strings[each] === name);
  return at < 0 ? "" : (strings[attributes[at + 1] ?? -1] ?? "");
}
