import { expect, onTestFinished, test, vi } from "vitest";
import { createDatabaseClock } from "./database-clock.ts";

/** A machine whose clock is so far behind the database's, and a query that takes so long. */
function open(behindMs: number, takesMs: number) {
  const machine = { now: 1_000_000 };
  const clock = createDatabaseClock(() => machine.now);
  const ask = async () => {
    machine.now += takesMs;
    return { now: machine.now - takesMs / 2 + behindMs };
  };
  return { machine, clock, measure: () => clock.measure({ ask }) };
}

test("it follows the database's clock to within what a query takes", async () => {
  for (const behindMs of [90_000, -90_000]) {
    const { machine, clock, measure } = open(behindMs, 10);
    await measure();
    expect(Math.abs(clock.now() - (machine.now + behindMs))).toBeLessThanOrEqual(5);
  }
});

test("it stays as it is while it may be right", async () => {
  const { machine, clock, measure } = open(3, 10);
  await measure();
  expect(clock.now()).toBe(machine.now);
});

test("a machine whose clock is set while it runs changes nothing until that is measured, nor then", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const theirs = Date.now() - 90_000;
  const clock = createDatabaseClock();
  await clock.measure({ ask: async () => ({ now: theirs }) });
  for (const hours of [-1_000, 1_000]) {
    vi.setSystemTime(theirs + hours * 3_600_000);
    expect(Math.abs(clock.now() - theirs)).toBeLessThan(3_600_000);
    expect(clock.now()).toSatisfy(Number.isInteger);
  }
});
