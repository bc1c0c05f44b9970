import { describe, expect, it } from "vitest";
import { fitFrame } from "./fit-frame.ts";
import { scrollMessage, touchMessage } from "./pointer.ts";

const SIZE = { widthPx: 720, heightPx: 1280 };
/** The screen at half its size, somewhere on the page. */
const PLACE = { left: 100, top: 50, width: 360, height: 640 };
const mouse = { pointerType: "mouse", pointerId: 1 };
const finger = { pointerType: "touch", pointerId: 7 };

describe("pointers on the screen", () => {
  it("are told in pixels of the video", () => {
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

  it("keep fingers apart", () => {
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

  it("are no touch when they do something else", () => {
    expect(touchMessage({ ...mouse, type: "pointerenter", clientX: 0, clientY: 0 }, PLACE, SIZE)).toBeUndefined();
  });
});

describe("the wheel", () => {
  it.each([
    ["pixels", 0, 100, -1],
    ["lines", 1, -3, 1],
    ["pages", 2, 1, -1],
    ["a fling", 0, 1e6, -16],
  ])("turns in clicks, told in %s", (_unit, deltaMode, deltaY, vertical) => {
    const message = scrollMessage({ deltaX: 0, deltaY, deltaMode, clientX: 280, clientY: 370 }, PLACE, SIZE);
    expect(message).toMatchObject({ type: "scroll", vertical, x: 360, y: 640 });
  });
});

describe("the frame on its stage", () => {
  it("puts the controls where they leave more to the screen", () => {
    expect(fitFrame({ widthPx: 1440, heightPx: 850 }, SIZE).controls).toBe("beside");
    expect(fitFrame({ widthPx: 380, heightPx: 800 }, SIZE).controls).toBe("below");
  });

  it("fits whichever way the device is turned", () => {
    for (const stage of [
      { widthPx: 1440, heightPx: 850 },
      { widthPx: 360, heightPx: 700 },
      { widthPx: 700, heightPx: 320 },
    ]) {
      for (const screen of [SIZE, { widthPx: 1280, heightPx: 720 }, { widthPx: 1600, heightPx: 2560 }]) {
        const { widthPx, heightPx, bezelPx } = fitFrame(stage, screen);
        expect(widthPx + 2 * bezelPx).toBeLessThanOrEqual(stage.widthPx);
        expect(heightPx + 2 * bezelPx).toBeLessThanOrEqual(stage.heightPx);
        expect(Math.abs(widthPx / heightPx - screen.widthPx / screen.heightPx)).toBeLessThan(0.02);
      }
    }
  });

  it("never shows more pixels than the device has, nor fewer than none", () => {
    expect(fitFrame({ widthPx: 4000, heightPx: 3000 }, SIZE)).toMatchObject(SIZE);
    expect(fitFrame({ widthPx: 10, heightPx: 10 }, SIZE)).toMatchObject({ widthPx: 0, heightPx: 0 });
  });
});
