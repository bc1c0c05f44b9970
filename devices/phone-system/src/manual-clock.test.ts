import { expect, test } from "vitest";
import { createClock, shareClock } from "./create-clock.ts";

const own = (startMs = 0) => createClock(shareClock({ kind: "own", startMs, speed: 0 }, 0));

test("fires timers in order, each at its own time", () => {
  const clock = own(1_000);
  const fired: [string, number][] = [];
  const after = (ms: number, name: string, then?: () => void) =>
    clock.startTimer(ms, () => {
      fired.push([name, clock.nowMs()]);
      then?.();
    });
  after(30, "late");
  after(10, "early", () => after(5, "chained"));
  after(20, "cancelled").cancel();
  clock.pass(25);
  expect(fired).toEqual([
    ["early", 1_010],
    ["chained", 1_015],
  ]);
  clock.pass(5);
  expect(fired.at(-1)).toEqual(["late", 1_030]);
  expect(clock.nowMs()).toBe(1_030);
});

test("settles once after actions", () => {
  const clock = own();
  clock.settle();
  expect(clock.nowMs()).toBe(0);
  clock.pass(16);
  clock.settle();
  clock.settle();
  expect(clock.nowMs()).toBe(1_016);
});

test("ends an endless sequence of short timers", () => {
  const clock = own();
  let count = 0;
  const again = (): void => {
    count++;
    clock.startTimer(0, again);
  };
  again();
  clock.pass(1e15);
  expect(count).toBeLessThan(1_010);
  expect(new Date(clock.nowMs()).getUTCFullYear()).toBe(9999);
});

test.each([NaN, -5, -Infinity])("never goes back by %s", (ms) => {
  const clock = own(50);
  clock.pass(ms);
  expect(clock.nowMs()).toBe(50);
});

test("shares its time with another thread's clock", () => {
  const shared = shareClock({ kind: "own", startMs: 7, speed: 0 }, 0);
  const [one, other] = [createClock(shared), createClock(shared)];
  one.pass(3);
  expect(other.nowMs()).toBe(10);
});
