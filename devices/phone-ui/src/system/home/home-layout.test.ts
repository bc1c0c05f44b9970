import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  DOCK_MOST,
  firstLayout,
  fitLayout,
  moveItem,
  renameFolder,
  takeFromFolder,
  type HomeLayout,
} from "./home-layout.ts";

const app = (packageName: string) => ({ kind: "app", packageName }) as const;
const id = (): string => "f1";
const installed = ["a", "b", "c", "d", "e", "f"];

function packagesOf(layout: HomeLayout): string[] {
  return [...layout.dock, ...layout.items].flatMap((item) =>
    item.kind === "app" ? [item.packageName] : item.packages,
  );
}

test("a new device places docked apps first in the dock", () => {
  const [docked, others] = [
    ["c", "f"],
    ["a", "b", "d", "e"],
  ];
  const layout = firstLayout(installed.map((packageName) => ({ packageName, docked: docked.includes(packageName) })));
  expect(layout.dock).toEqual([...docked, ...others.slice(0, 2)].map(app));
  expect(layout.items).toEqual(others.slice(2).map(app));
});

test("dropping an icon onto an icon makes or fills a folder", () => {
  const layout: HomeLayout = { dock: [app("a")], items: [app("b"), app("c"), app("d")] };
  const folded = moveItem(layout, { area: "items", index: 2 }, { area: "items", index: 0, how: "into" }, id);
  expect(folded.items).toEqual([{ kind: "folder", id: "f1", name: "", packages: ["b", "d"] }, app("c")]);
  const fuller = moveItem(folded, { area: "dock", index: 0 }, { area: "items", index: 0, how: "into" }, id);
  expect(fuller).toEqual({
    dock: [],
    items: [{ kind: "folder", id: "f1", name: "", packages: ["b", "d", "a"] }, app("c")],
  });
  const named = renameFolder(folded, "f1", "Work");
  expect(named.items[0]).toMatchObject({ name: "Work" });
  expect(takeFromFolder(folded, "f1", "b").items).toEqual([app("d"), app("c"), app("b")]);
});

test("dropping an icon before another changes the order", () => {
  const layout: HomeLayout = { dock: [], items: ["a", "b", "c"].map(app) };
  const to = (index: number) => ({ area: "items", index, how: "before" }) as const;
  expect(moveItem(layout, { area: "items", index: 0 }, to(3), id).items).toEqual(["b", "c", "a"].map(app));
  expect(moveItem(layout, { area: "items", index: 2 }, to(0), id).items).toEqual(["c", "a", "b"].map(app));
});

test("every installed app appears exactly once, after any change", () => {
  const place = fc.record({ area: fc.constantFrom("dock", "items"), index: fc.nat(7) } as const);
  const move = fc.record({ from: place, to: place, how: fc.constantFrom("into", "before") } as const);
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      let layout = firstLayout(installed.map((packageName) => ({ packageName })));
      let count = 0;
      for (const { from, to, how } of moves) layout = moveItem(layout, from, { ...to, how }, () => `f${count++}`);
      expect(packagesOf(layout).toSorted()).toEqual(installed);
      expect(layout.dock.length).toBeLessThanOrEqual(DOCK_MOST);
      expect(packagesOf(fitLayout(layout, [...installed.slice(1), "new"])).toSorted()).toEqual([
        "b",
        "c",
        "d",
        "e",
        "f",
        "new",
      ]);
    }),
  );
});
