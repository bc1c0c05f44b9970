import { expect, test } from "vitest";
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
