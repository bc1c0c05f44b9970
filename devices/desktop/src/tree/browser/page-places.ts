import * as z from "zod";
import type { Bounds } from "../../screen/bounds.ts";
import { isEmpty, sharedBy } from "../bounds.ts";

/** The styles by which elements hide what is in them or behind them, in the order in which they are read. */
const hidingStyles = [
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

/** What DOMSnapshot.captureSnapshot is asked for. */
export const snapshotParts = { computedStyles: hidingStyles, includePaintOrder: true };

/** What DOMSnapshot.captureSnapshot answers. Elements come after those in which they show, be it by a slot of these. */
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
  /** Greater than that of what is painted before. */
  paintOrder: number;
}

/** Something of a page that stands over it, as a dialog does, or a header under which the rest is scrolled. */
export interface Cover {
  bounds: Bounds;
  paintOrder: number;
  /** The numbers of the elements that it is in, and which it is a part of. */
  within: ReadonlySet<number>;
}

/** Where a frame begins on the screen, what shows of it, and what is over it. */
export interface Viewport {
  left: number;
  top: number;
  bounds: Bounds;
  covers: readonly Cover[];
}

/** How far that shows which is in an element: what follows its flow, and what `position: absolute` takes out of that. */
interface Shown {
  flow: Bounds;
  absolute: Bounds;
}

/** What hides what goes on beyond it, if it is told to; lines and tables do not. */
const hidingDisplays = new Set(
  "block inline-block flow-root flex inline-flex grid inline-grid list-item table-cell -webkit-box".split(" "),
);
/** What these hide may be what the window hides, whatever their own size. */
const pageNames = new Set(["HTML", "BODY"]);

export const tagsOf = (page: PageDocument | undefined, strings: readonly string[]): Map<number, string> =>
  new Map(page?.nodes.backendNodeId.map((number, node) => [number, nameOf(page, node, strings)]));

/**
 * The elements of which something shows, by their numbers: what is scrolled away does not, in the page or in an element of
 * it. In doubt it does: what is `fixed`, say, may be so in an element that is transformed, which is not asked for.
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
    const flow = pageNames.has(name) ? shown : sharedBy(shown, limitsOf(box, styles));
    shownIn.push({ flow, absolute: position === "static" ? around.absolute : flow });
    const bounds = rounded(sharedBy(box, shown));
    if (isEmpty(bounds)) continue;
    const id = attributeOf(page.nodes.attributes[node] ?? [], "id", strings);
    places.set(number, { bounds, id, paintOrder: page.layout.paintOrders[layout] ?? 0 });
  }
  return places;
}

/** Where in its layout a node is, of those that have a box. */
export const layoutsOf = ({ layout }: PageDocument): Map<number, number> =>
  new Map(layout.nodeIndex.map((node, at) => [node, at]));

/** The hiding styles of a node; none of a text, of which they are those of the element around it. */
export const stylesOf = (page: PageDocument, node: number, layout: number, strings: readonly string[]): string[] =>
  nameOf(page, node, strings) === "#text"
    ? []
    : (page.layout.styles[layout] ?? []).map((style) => strings[style] ?? "");

/** How far that may show which is in a box: each direction has its own overflow. */
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

/** Names and values follow each other. */
function attributeOf(attributes: readonly number[], name: string, strings: readonly string[]): string {
  const at = attributes.findIndex((each, i) => i % 2 === 0 && strings[each] === name);
  return at < 0 ? "" : (strings[attributes[at + 1] ?? -1] ?? "");
}
