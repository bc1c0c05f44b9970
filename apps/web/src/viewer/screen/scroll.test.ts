import { describe, expect, it } from "vitest";
import { scrollMessage } from "./scroll.ts";

const SIZE = { widthPx: 720, heightPx: 1280 };
/** The screen at half its size, away from the page's origin. */
const PLACE = { left: 100, top: 50, width: 360, height: 640 };

describe("the wheel", () => {
  it.each([
    ["pixels", 0, 100, -1],
    ["lines", 1, -3, 1],
    ["pages", 2, 1, -1],
    ["a fling", 0, 1e6, -16],
  ])("converts %s to clicks", (_unit, deltaMode, deltaY, vertical) => {
    const message = scrollMessage({ deltaX: 0, deltaY, deltaMode, clientX: 280, clientY: 370 }, PLACE, SIZE);
    expect(message).toMatchObject({ type: "scroll", vertical, x: 360, y: 640 });
  });
});
