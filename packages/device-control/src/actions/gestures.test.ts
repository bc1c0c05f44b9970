import { expect, test } from "vitest";
import { lineTowards, middleOf, scrollLines, steadyCommand } from "./gestures.ts";

const screen = { widthPx: 720, heightPx: 1280 };
const middle = middleOf(screen);

test.each([
  ["up", undefined, { x: 360, y: 0 }],
  ["down", undefined, { x: 360, y: 1279 }],
  ["left", 100, { x: 260, y: 640 }],
  ["right", 5_000, { x: 719, y: 640 }],
  ["up", "tiny", { x: 360, y: 576 }],
  ["up", "long", { x: 360, y: 160 }],
  ["upLeft", undefined, { x: 0, y: 280 }],
  ["downRight", 100, { x: 431, y: 711 }],
] as const)("%s by %s ends at %j", (direction, reach, end) => {
  expect(lineTowards(direction, reach, middle, screen)).toEqual({ start: middle, end });
});

test("a scroll stays on the screen, in several movements if needed", () => {
  expect(scrollLines(middle, { x: 0, y: 100 }, screen)).toEqual([
    { start: { x: 360, y: 690 }, end: { x: 360, y: 590 } },
  ]);
  expect(scrollLines({ x: 360, y: 5 }, { x: 0, y: 100 }, screen)).toEqual([
    { start: { x: 360, y: 100 }, end: { x: 360, y: 0 } },
  ]);
  expect(scrollLines({ x: 5, y: 1279 }, { x: -200, y: 0 }, screen)).toEqual([
    { start: { x: 0, y: 1279 }, end: { x: 200, y: 1279 } },
  ]);
  const far = scrollLines(middle, { x: 0, y: -3_000 }, screen);
  expect(far).toHaveLength(4);
  expect(far.every(({ start, end }) => end.y - start.y === 750 && start.y >= 0 && end.y < 1280)).toBe(true);
  expect(scrollLines(middle, { x: 0, y: 0 }, screen)).toEqual([]);
});

test("a steady finger touches down, rests at the end, lifts", () => {
  const words = steadyCommand({ start: { x: 1, y: 2 }, end: { x: 9, y: 2 } }).split("; ");
  expect(words[0]).toBe("input motionevent DOWN 1 2");
  expect(words.slice(-3)).toEqual(["input motionevent MOVE 9 2", "sleep 0.015", "input motionevent UP 9 2"]);
  expect(words).toContain("sleep 0.15");
});
