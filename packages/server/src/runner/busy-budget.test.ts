import { RUN_LIMITS } from "@terrarium/contract/limits";
import { expect, onTestFinished, test, vi } from "vitest";
import { BusyBudget } from "./busy-budget.ts";

function begin() {
  const clock = { nowMs: 0, computedMs: 0 };
  const budget = new BusyBudget({ ...RUN_LIMITS, busyMs: 100, cpuMs: 200 }, new SharedArrayBuffer(8), {
    nowMs: () => clock.nowMs,
    computedMs: () => clock.computedMs,
  });
  /** Runs the interpreter for `tookMs`, and computes `computedMs` of it. */
  const stretch = (tookMs: number, computedMs: number): boolean => {
    budget.begin();
    clock.nowMs += tookMs;
    clock.computedMs += computedMs;
    const isOver = budget.check();
    budget.end();
    return isOver;
  };
  return { budget, stretch };
}

test("a waiting script does not pay for a busy machine", () => {
  const { budget, stretch } = begin();
  for (let answers = 0; answers < 100; answers += 1) expect(stretch(90, 1)).toBe(false);
  expect(stretch(90, 100)).toBe(true);
  expect(budget.exceeded).toMatch(/^Stopped: the script computed for 0\.2 s in all/);
});

test("limits one stretch by wall-clock time", () => {
  const { budget, stretch } = begin();
  expect(stretch(100, 1)).toBe(true);
  expect(budget.exceeded).toMatch(/^Stopped: the script computed for 0\.1 s without waiting/);
});

test("a clock change does not end a script", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  // Loads the module again, so that it uses the test's clock.
  vi.resetModules();
  const { BusyBudget: Budget } = await import("./busy-budget.ts");
  const budget = new Budget({ ...RUN_LIMITS, busyMs: 600_000 }, new SharedArrayBuffer(8));
  budget.begin();
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(budget.check()).toBe(false);
});
