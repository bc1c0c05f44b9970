import { describe, expect, test, vi } from "vitest";
import { measureHome, pagesOf } from "../system/home/home-measure.ts";
import { keyboardHeight, keySizes } from "./key-sizes.ts";
import { SystemStore, type SystemState } from "./system-store.ts";

describe("the state of the system", () => {
  const store = (): SystemStore => new SystemStore({ front: undefined, recents: false } as SystemState);

  test("returns whole snapshots, and notifies each listener until it unsubscribes", () => {
    const kept = store();
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const stop = kept.subscribe(first);
    kept.subscribe(second);
    const before = kept.get();
    kept.set({ recents: true });
    stop();
    kept.set({ front: "org.example.map" });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
    expect([before, kept.get()]).toEqual([
      { front: undefined, recents: false },
      { front: "org.example.map", recents: true },
    ]);
  });

  test("allows a listener to change the state", () => {
    const kept = store();
    kept.subscribe(() => kept.get().recents && kept.set({ recents: false }));
    kept.set({ recents: true });
    expect(kept.get().recents).toBe(false);
  });
});

describe("the keyboard leaves room for the edited text", () => {
  test.each([320, 360, 400, 480, 560, 640, 800, 1280])("on a screen %d dp high", (heightDp) => {
    const { keyHeight } = keySizes(heightDp);
    expect(keyHeight).toBeGreaterThanOrEqual(34);
    expect(heightDp - keyboardHeight(heightDp, { suggests: true })).toBeGreaterThanOrEqual(heightDp < 420 ? 100 : 180);
  });
});

describe("the home screen", () => {
  const sizes = [
    [360, 800],
    [360, 640],
    [320, 480],
    [640, 360],
    [320, 320],
    [800, 1280],
    [1280, 800],
    [200, 200],
  ] as const;

  test.each(sizes)("fits its icons at %dx%d", (widthDp, heightDp) => {
    const measure = measureHome(widthDp, heightDp, 24);
    expect(measure.columns * measure.cellWidth).toBeLessThanOrEqual(widthDp);
    expect(measure.cellWidth).toBeGreaterThanOrEqual(40);
    expect(measure.otherPage).toBeGreaterThan(0);
    expect(measure.dockCellWidth * 4).toBeLessThanOrEqual(widthDp);
  });

  test.each(sizes)("at %dx%d places each app on one page, in order", (widthDp, heightDp) => {
    const measure = measureHome(widthDp, heightDp, 24);
    for (const count of [0, 1, 7, 40]) {
      const items = Array.from({ length: count }, (_, index) => ({ kind: "app" as const, packageName: `${index}` }));
      const pages = pagesOf(items, measure);
      expect(pages.flat()).toEqual(items);
      expect(pages.length).toBeGreaterThanOrEqual(1);
      expect(pages.slice(1).every((page) => page.length > 0)).toBe(true);
    }
  });
});
