import type { DisplayList, PaintedBox, Paragraph, PlacedAtom, Touch } from "./display-list.ts";
import type { LaidLine } from "./line-breaker.ts";

/** A stripe of the page that is drawn at once. What is in it keeps its place on the page. */
export interface Tile {
  key: string;
  /** dp from the page's top. */
  top: number;
  height: number;
  /** All that reaches into the tile. */
  boxes: PaintedBox[];
  lines: LaidLine[];
  /** What begins in the tile. */
  paragraphs: Paragraph[];
  touches: Touch[];
  atoms: PlacedAtom[];
}

const shortest = 260;
const usual = 400;
const tallest = 800;

/** Cuts the page into tiles, where it can between the lines and pictures. */
export function tilesOf(list: DisplayList): Tile[] {
  const cuts = cutsOf(list);
  const tiles = cuts.map((top, index): Tile => {
    const height = (cuts[index + 1] ?? list.height) - top;
    return { key: String(index), top, height, boxes: [], lines: [], paragraphs: [], touches: [], atoms: [] };
  });
  const at = (y: number): number => Math.max(0, lastAtOrAbove(cuts, y));
  const reach = <Item extends { y: number; height: number }>(
    items: readonly Item[],
    into: (tile: Tile) => Item[],
  ): void => {
    for (const item of items) {
      const last = at(item.y + item.height);
      for (let index = at(item.y); index <= last; index++) {
        const tile = tiles[index];
        if (tile) into(tile).push(item);
      }
    }
  };
  const begin = <Item extends { y: number }>(items: readonly Item[], into: (tile: Tile) => Item[]): void => {
    for (const item of items) {
      const tile = tiles[at(item.y)];
      if (tile) into(tile).push(item);
    }
  };
  reach(list.boxes, (tile) => tile.boxes);
  reach(list.lines, (tile) => tile.lines);
  begin(list.paragraphs, (tile) => tile.paragraphs);
  begin(list.touches, (tile) => tile.touches);
  begin(list.atoms, (tile) => tile.atoms);
  return tiles;
}

/** Where each tile begins. */
function cutsOf({ height, lines, atoms }: DisplayList): number[] {
  const taken = [...lines, ...atoms].map(({ y, height: own }) => ({ y, end: y + own })).toSorted((a, b) => a.y - b.y);
  const cuts = [0];
  let next = 0;
  let covered = 0;
  for (let top = 0; height - top > tallest;) {
    let cut = top + usual;
    // The first place, not too early, across which nothing lies.
    while (next < taken.length) {
      const { y = 0, end = 0 } = taken[next] ?? {};
      if (y >= covered - 0.5 && y >= top + shortest) {
        cut = Math.min(y, top + tallest);
        break;
      }
      covered = Math.max(covered, end);
      next++;
    }
    if (next >= taken.length) cut = top + tallest;
    top = cut;
    cuts.push(top);
  }
  return cuts;
}

/** The last index whose value is not below `y`'s place. */
function lastAtOrAbove(values: readonly number[], y: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= y) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
