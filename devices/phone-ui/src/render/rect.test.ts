import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contains, Damage, intersects, type Rect } from "./rect.ts";

const screen: Rect = { left: 0, top: 0, right: 100, bottom: 100 };
const anyRect = fc
  .tuple(fc.integer({ min: -20, max: 110 }), fc.integer({ min: -20, max: 110 }), fc.nat(60), fc.nat(60))
  .map(([left, top, width, height]): Rect => ({ left, top, right: left + width, bottom: top + height }));

test("damage covers all additions in few separate rectangles, returned once", () => {
  fc.assert(
    fc.property(fc.array(anyRect, { maxLength: 12 }), (rects) => {
      const damage = new Damage();
      for (const rect of rects) damage.add(rect);
      const taken = damage.take(screen);
      expect(taken.length).toBeLessThanOrEqual(4);
      for (const [index, rect] of taken.entries()) {
        for (const other of taken.slice(index + 1)) expect(intersects(rect, other)).toBe(false);
      }
      for (const rect of rects) {
        for (let x = Math.max(0, rect.left); x < Math.min(100, rect.right); x += 7) {
          for (let y = Math.max(0, rect.top); y < Math.min(100, rect.bottom); y += 7) {
            expect(taken.some((each) => contains(each, x, y))).toBe(true);
          }
        }
      }
      expect(damage.take(screen)).toEqual([]);
    }),
  );
});
