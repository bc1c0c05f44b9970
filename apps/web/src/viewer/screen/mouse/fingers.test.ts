import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Fingers } from "./fingers.ts";

let said: string[];
let fingers: Fingers;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  fingers = new Fingers({
    mouse: ({ clientX, clientY, buttons }) => said.push(`${clientX} ${clientY} ${buttons}`),
    scroll: ({ clientX, clientY }, byX, byY) => said.push(`scroll ${clientX} ${clientY} by ${byX} ${byY}`),
  });
});
afterEach(() => void vi.useRealTimers());

const finger = (pointerId: number, clientX: number, clientY: number) => ({ pointerId, clientX, clientY });

it("click on a tap, even if it trembles", () => {
  fingers.down(finger(1, 50, 60));
  fingers.move(finger(1, 53, 62));
  fingers.up(finger(1, 53, 62));
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(["50 60 0", "50 60 1", "50 60 0"]);
});

it("right-click once on a long press", () => {
  fingers.down(finger(1, 50, 60));
  vi.advanceTimersByTime(600);
  expect(said).toEqual(["50 60 0", "50 60 2", "50 60 0"]);
  fingers.move(finger(1, 90, 90));
  fingers.up(finger(1, 90, 90));
  expect(said).toHaveLength(3);
});

it("drag from the start of a movement", () => {
  fingers.down(finger(1, 50, 60));
  fingers.move(finger(1, 80, 60));
  fingers.move(finger(1, 90, 70));
  fingers.up(finger(1, 90, 70));
  expect(said).toEqual(["50 60 0", "50 60 1", "80 60 1", "90 70 1", "90 70 0"]);
});

it("scroll with two fingers, without a click at the end", () => {
  fingers.down(finger(1, 50, 60));
  fingers.down(finger(2, 90, 60));
  fingers.move(finger(1, 50, 40));
  fingers.move(finger(2, 90, 40));
  fingers.up(finger(1, 50, 40));
  fingers.up(finger(2, 90, 40));
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(["scroll 50 60 by 0 -10", "scroll 50 60 by 0 -10"]);
});

it("release the button when the touch is lost", () => {
  fingers.down(finger(1, 50, 60));
  fingers.move(finger(1, 80, 60));
  fingers.cancel();
  expect(said.at(-1)).toBe("80 60 0");
  fingers.up(finger(1, 80, 60));
  expect(said).toHaveLength(4);
});
