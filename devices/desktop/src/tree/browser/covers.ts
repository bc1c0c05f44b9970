import { coversMiddle } from "../bounds.ts";
import { layoutsOf, stylesOf, type Cover, type PageDocument, type Place } from "./page-places.ts";

/** A page may have any number: those on top are looked at. */
const mostCovers = 100;

interface Around {
  /** It stands over the page, and nothing of it so far takes presses. */
  isOver: boolean;
  /** It is behind the page. */
  isBehind: boolean;
}

/** What stands over a page and takes the presses there. What covers a part of what it belongs to, as a link its card, does not. */
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
  const onTop = found.toSorted((a, b) => b.place.paintOrder - a.place.paintOrder).slice(0, mostCovers);
  return onTop.map(({ node, place }) => ({ ...place, within: numbersAround(page, node) }));
}

/** The elements, by their numbers, of which a press on the middle is none on a cover. */
export const uncovered = (places: ReadonlyMap<number, Place>, covers: readonly Cover[]): Map<number, Place> =>
  new Map(
    [...places].filter(
      ([number, place]) =>
        !covers.some((cover) => isOver(cover, number, place) && coversMiddle(cover.bounds, place.bounds)),
    ),
  );

/** The covers of a page that are over a frame in it, which that element holds: over all of the frame. */
export const overFrame = (covers: readonly Cover[], owner: number, place: Place): Cover[] =>
  covers
    .filter((cover) => isOver(cover, owner, place))
    .map(({ bounds }) => ({ bounds, paintOrder: Infinity, within: new Set() }));

const isOver = (cover: Cover, number: number, { paintOrder }: Place): boolean =>
  cover.paintOrder > paintOrder && !cover.within.has(number);

function numbersAround({ nodes }: PageDocument, node: number): Set<number> {
  const numbers = new Set<number>();
  const aroundOf = (at: number) => nodes.parentIndex[at] ?? -1;
  // Elements come after those around them; a browser that is none may say otherwise.
  for (let [at, around] = [node, aroundOf(node)]; around >= 0 && around < at; [at, around] = [around, aroundOf(around)])
    numbers.add(nodes.backendNodeId[around] ?? 0);
  return numbers;
}
