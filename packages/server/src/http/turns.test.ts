import { setImmediate as nextRound } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Turns } from "./turns.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rounds = async (count: number) => {
  for (let n = 0; n < count; n += 1) await nextRound();
};

test("work that is over at once goes on in its order, a few in each round of the event loop", async () => {
  const turns = new Turns();
  const started: number[] = [];
  for (let n = 0; n < 20; n += 1)
    turns.take("a", (done) => {
      started.push(n);
      done();
    });
  expect(started.length).toBeLessThanOrEqual(8);
  await rounds(4);
  expect(started).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test("who asks for one thing does not wait for those who ask for hundreds", async () => {
  const turns = new Turns();
  const started: string[] = [];
  for (const key of ["flood", "flood of another"])
    for (let n = 0; n < 300; n += 1) turns.take(key, () => started.push(key));
  turns.take("calm", () => started.push("calm"));
  await rounds(3);
  expect(started).toContain("calm");
  // Theirs are under way, and the others of each wait for these.
  expect(started).toHaveLength(17);
});

test("what is over makes room for what waits, and so does what takes long", async () => {
  const turns = new Turns();
  const ends: (() => void)[] = [];
  for (let n = 0; n < 20; n += 1) turns.take("a", (done) => ends.push(done));
  await rounds(3);
  expect(ends).toHaveLength(8);
  // Twice is once.
  ends[0]?.();
  ends[0]?.();
  await rounds(2);
  expect(ends).toHaveLength(9);
  vi.advanceTimersByTime(100);
  await rounds(3);
  expect(ends).toHaveLength(17);
  for (const end of ends) end();
  await rounds(2);
  expect(ends).toHaveLength(20);
});

test("work that throws, or asks for more, keeps nobody from a turn", async () => {
  const turns = new Turns();
  const started: string[] = [];
  turns.take("a", () => turns.take("a", () => started.push("inner")));
  expect(() =>
    turns.take("a", () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  for (let n = 0; n < 5; n += 1) turns.take("b", () => started.push("b"));
  await rounds(4);
  expect(started.toSorted()).toEqual(["b", "b", "b", "b", "b", "inner"]);
});
