import type { ControlMessage } from "@terrarium/scrcpy/control";
import { expect, it } from "vitest";
import { Mouse } from "./mouse.ts";

const SIZE = { widthPx: 1280, heightPx: 800 };
/** The screen at half its size, away from the page's origin. */
const PLACE = { left: 100, top: 50, width: 640, height: 400 };

function mouseAt(size: typeof SIZE | undefined = SIZE) {
  const sent: Extract<ControlMessage, { type: "touch" }>[] = [];
  const target = {
    size,
    send: (message: ControlMessage) => void (message.type === "touch" && sent.push(message)),
    expectCopy: () => undefined,
  };
  return { mouse: new Mouse(target, () => PLACE), told: () => sent.splice(0) };
}
const at = (buttons: number) => ({ clientX: 420, clientY: 250, buttons });

it("hovers in video pixels with scrcpy's mouse pointer id", () => {
  const { mouse, told } = mouseAt();
  mouse.be(at(0));
  expect(told()).toEqual([
    {
      type: "touch",
      action: 7,
      pointerId: -1n,
      x: 640,
      y: 400,
      screenWidthPx: 1280,
      screenHeightPx: 800,
      pressure: 0,
      actionButton: 0,
      buttons: 0,
    },
  ]);
});

it("reports each button separately, with any combination held", () => {
  const { mouse, told } = mouseAt();
  for (const buttons of [1, 3, 3, 2, 0]) mouse.be(at(buttons));
  expect(told().map(({ action, actionButton, buttons }) => [action, actionButton, buttons])).toEqual([
    [0, 1, 1],
    [0, 2, 3],
    [2, 0, 3],
    [1, 1, 2],
    [1, 2, 0],
  ]);
});

it("releases only buttons that are down", () => {
  const { mouse, told } = mouseAt();
  mouse.be(at(4));
  mouse.release();
  mouse.release();
  expect(told().map(({ action, buttons }) => [action, buttons])).toEqual([
    [0, 4],
    [1, 0],
  ]);
});
