import { describe, expect, it } from "vitest";
import { touchMessage } from "./touch-message.ts";

const SIZE = { widthPx: 720, heightPx: 1280 };
/** The screen at half its size, away from the page's origin. */
const PLACE = { left: 100, top: 50, width: 360, height: 640 };
const mouse = { pointerType: "mouse", pointerId: 1 };
const finger = { pointerType: "touch", pointerId: 7 };

describe("pointers on the screen", () => {
  it("are reported in video pixels", () => {
    expect(touchMessage({ ...mouse, type: "pointerdown", clientX: 280, clientY: 370 }, PLACE, SIZE)).toEqual({
      type: "touch",
      action: 0,
      pointerId: -2n,
      x: 360,
      y: 640,
      screenWidthPx: 720,
      screenHeightPx: 1280,
      pressure: 1,
      actionButton: 0,
      buttons: 0,
    });
  });

  it("distinguish fingers", () => {
    const first = touchMessage({ ...finger, type: "pointermove", clientX: 100, clientY: 50 }, PLACE, SIZE);
    const second = touchMessage(
      { ...finger, pointerId: 8, type: "pointermove", clientX: 100, clientY: 50 },
      PLACE,
      SIZE,
    );
    expect(first).toMatchObject({ pointerId: 7n, action: 2, x: 0, y: 0 });
    expect(second).toMatchObject({ pointerId: 8n });
  });

  it.each([
    [0, 0, 0, 0],
    [5_000, 5_000, 719, 1279],
    [459.9, 689.9, 719, 1279],
  ])("stay on the screen when dragged to %d, %d", (clientX, clientY, x, y) => {
    expect(touchMessage({ ...mouse, type: "pointerup", clientX, clientY }, PLACE, SIZE)).toMatchObject({
      x,
      y,
      pressure: 0,
    });
  });

  it("are no touch for other events", () => {
    expect(touchMessage({ ...mouse, type: "pointerenter", clientX: 0, clientY: 0 }, PLACE, SIZE)).toBeUndefined();
  });
});
