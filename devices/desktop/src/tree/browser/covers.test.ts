import { expect, test } from "vitest";
import { coversOf, overFrame, uncovered } from "./covers.ts";
import { placesOf, type PageDocument } from "./page-places.ts";

interface Drawn {
  parent?: number;
  /** Left, top, width and height. */
  box: [number, number, number, number];
  paintOrder: number;
  position?: string;
  zIndex?: string;
  visibility?: string;
  pointerEvents?: string;
}

const viewport = { left: 0, top: 0, bounds: { left: 0, top: 0, right: 100, bottom: 100 }, covers: [] };

/** Creates a page of these elements, numbered by their index. */
function pageOf(drawn: readonly Drawn[]) {
  const strings: string[] = [];
  const stringOf = (text: string) => strings.push(text) - 1;
  const page: PageDocument = {
    frameId: -1,
    scrollOffsetX: 0,
    scrollOffsetY: 0,
    nodes: {
      parentIndex: drawn.map(({ parent = -1 }) => parent),
      backendNodeId: drawn.map((_each, i) => i),
      nodeName: drawn.map(() => stringOf("DIV")),
      attributes: [],
    },
    layout: {
      nodeIndex: drawn.map((_each, i) => i),
      styles: drawn.map(({ position = "static", zIndex = "auto", visibility = "visible", pointerEvents = "auto" }) =>
        ["visible", "visible", "0px", "block", position, "none", zIndex, visibility, pointerEvents].map(stringOf),
      ),
      bounds: drawn.map(({ box }) => box),
      paintOrders: drawn.map(({ paintOrder }) => paintOrder),
    },
  };
  const places = placesOf(page, strings, viewport);
  const covers = coversOf(page, strings, places);
  return { places, covers, told: [...uncovered(places, covers).keys()] };
}

const whole: Drawn["box"] = [0, 0, 100, 100];
const body: Drawn = { box: whole, paintOrder: 1 };
const button: Drawn = { parent: 0, box: [10, 10, 20, 20], paintOrder: 1 };
const dialog: Drawn = { parent: 0, box: [0, 0, 50, 50], paintOrder: 2, position: "fixed" };

test.each([
  ["under a fixed one is covered", [body, button, dialog], [0, 2]],
  ["under a sticky header is covered", [body, button, { ...dialog, position: "sticky" }], [0, 2]],
  ["beside an overlay is visible", [body, { ...button, box: [60, 60, 20, 20] }, dialog], [0, 1, 2]],
  ["inside an overlay is visible", [body, dialog, { ...button, parent: 1, paintOrder: 2 }], [0, 1, 2]],
  ["painted over an overlay is visible", [body, { ...button, paintOrder: 3 }, dialog], [0, 1, 2]],
  ["under its own child is visible", [body, { ...button, box: whole }, { ...dialog, parent: 1 }], [0, 1, 2]],
  ["under an absolute one is visible", [body, button, { ...dialog, position: "absolute" }], [0, 1, 2]],
  ["under a hidden one is visible", [body, button, { ...dialog, visibility: "hidden" }], [0, 1, 2]],
  ["over one with negative z-index is visible", [body, button, { ...dialog, zIndex: "-1" }], [0, 1, 2]],
  ["under one without pointer events is visible", [body, button, { ...dialog, pointerEvents: "none" }], [0, 1, 2]],
  [
    "under one with pointer events, in a parent without, is covered",
    [body, button, { ...dialog, box: whole, pointerEvents: "none" }, { ...dialog, parent: 2, position: "static" }],
    [0, 2, 3],
  ],
] satisfies [string, Drawn[], number[]][])("an element %s", (_what, drawn, told) => {
  expect(pageOf(drawn).told).toEqual(told);
});

test("covers a whole frame, regardless of paint order inside", () => {
  const { covers, places } = pageOf([body, button, dialog]);
  const [frame, over] = [places.get(1), places.get(2)];
  if (!frame || !over) throw new Error("no place");
  expect(overFrame(covers, 1, frame)).toEqual([{ bounds: over.bounds, paintOrder: Infinity, within: new Set() }]);
  expect(overFrame(covers, 0, { ...frame, paintOrder: 1 })).toEqual([]);
});

test("reads a page of very many overlays quickly, topmost first", () => {
  const many = Array.from({ length: 20_000 }, (_, i): Drawn => ({ ...dialog, paintOrder: 2 + i }));
  const { covers, told } = pageOf([body, button, ...many]);
  expect(covers).toHaveLength(100);
  expect(told).not.toContain(1);
});
