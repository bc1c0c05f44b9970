import { coversMiddle } from "../bounds.ts";
import { layoutsOf, stylesOf, type Cover, type PageDocument, type Place } from "./page-places.ts";

/** Limit of covers, topmost first: a page may have any number. */
const MOST_COVERS = 100;

interface Around {
  /** Inside an element over the page, without an ancestor so far that receives presses. */
  isOver: boolean;
  /** Behind the page. */
  isBehind: boolean;
}

/**
 * Returns the overlays of a page that receive presses. An overlay does not cover the elements that contain it, for
 * example a link that fills its card.
 */
export function coversOf(
  page: PageDocument | undefined,
  strings: readonly string[],
  places: ReadonlyMap<number, Place>,
): Cover[] {
  if (!page) return [];
  const layouts = layoutsOf(page);
  const arounds: Around[] = [];
  const found: { node: number; place: Place }[] = [];
  for (const [node, number] of page.nodes.backendNodeId.entries()) {
    const around = arounds[page.nodes.parentIndex[node] ?? -1] ?? { isOver: false, isBehind: false };
    const layout = layouts.get(node);
    const styles = layout === undefined ? [] : stylesOf(page, node, layout, strings);
    const [, , , , position = "static", overlay = "none", zIndex = "auto", visibility, pointerEvents] = styles;
    const isBehind = around.isBehind || Number(zIndex) < 0;
    const isOver = around.isOver || position === "fixed" || position === "sticky" || overlay !== "none";
    const place = visibility === "visible" && pointerEvents !== "none" ? places.get(number) : undefined;
    if (place && isOver && !isBehind) found.push({ node, place });
    arounds.push({ isOver: isOver && !place, isBehind });
  }
  const onTop = found.toSorted((a, b) => b.place.paintOrder - a.place.paintOrder).slice(0, MOST_COVERS);
  return onTop.map(({ node, place }) => ({ ...place, within: numbersAround(page, node) }));
}

/** Returns the elements, by number, without a cover over their middle. */
export const uncovered = (places: ReadonlyMap<number, Place>, covers: readonly Cover[]): Map<number, Place> =>
  new Map(
    [...places].filter(
      ([number, place]) =>
        !covers.some((cover) => isOver(cover, number, place) && coversMiddle(cover.bounds, place.bounds)),
    ),
  );

/** Returns the page's covers over the frame in element `owner`, as covers of the whole frame. */
export const overFrame = (covers: readonly Cover[], owner: number, place: Place): Cover[] =>
  covers
    .filter((cover) => isOver(cover, owner, place))
    .map(({ bounds }) => ({ bounds, paintOrder: Infinity, within: new Set() }));

const isOver = (cover: Cover, number: number, { paintOrder }: Place): boolean =>
  cover.paintOrder > paintOrder && !cover.within.has(number);

function numbersAround({ nodes }: PageDocument, node: number): Set<number> {
  const numbers = new Set<number>();
  const aroundOf = (at: number) => nodes.parentIndex[at] ?? -1;
  // A real browser lists parents before children; an impostor may not.
  for (let [at, around] = [node, aroundOf(node)]; around >= 0 && around < at; [at, around] = [around, aroundOf(around)])
    numbers.add(nodes.backendNodeId[around] ?? 0);
  return numbers;
}
