import { expect, onTestFinished, test, vi } from "vitest";
import { createDatabaseClock } from "./database-clock.ts";

/** Opens a clock on a machine that is `behindMs` behind the database, with queries that take `takesMs`. */
function open(behindMs: number, takesMs: number) {
  const machine = { now: 1_000_000 };
  const clock = createDatabaseClock(() => machine.now);
  const ask = async () => {
    machine.now += takesMs;
    return { now: machine.now - takesMs / 2 + behindMs };
  };
  return { machine, clock, measure: () => clock.measure({ ask }) };
}

test("follows the database's clock to within a query's duration", async () => {
  for (const behindMs of [90_000, -90_000]) {
    const { machine, clock, measure } = open(behindMs, 10);
    await measure();
    expect(Math.abs(clock.now() - (machine.now + behindMs))).toBeLessThanOrEqual(5);
  }
});

test("does not change while its error may be zero", async () => {
  const { machine, clock, measure } = open(3, 10);
  await measure();
  expect(clock.now()).toBe(machine.now);
});

test("ignores changes of the machine's clock", async () => {
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
