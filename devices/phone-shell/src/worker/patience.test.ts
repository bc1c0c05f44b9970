import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Patience } from "./patience.ts";

/** Makes a worker with the test's processor time in ms; undefined means that it has ended. */
function worker(used: { ms: number | undefined }) {
  return {
    cpuUsage: async (): Promise<NodeJS.CpuUsage> => {
      if (used.ms === undefined) throw new Error("ERR_WORKER_NOT_RUNNING");
      return { user: used.ms * 600, system: used.ms * 400 };
    },
  };
}

const limits = { busyMs: 3000, unansweredMs: 60_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("the patience with an unresponsive worker", () => {
  it("ends by the worker's own processor time", async () => {
    const used = { ms: 500 };
    const patience = new Patience(worker(used), limits);
    vi.advanceTimersByTime(10_000);
    used.ms = 1500;
    expect((await patience.look()).leftMs).toBe(2000);
    used.ms = 3600;
    expect(await patience.look()).toEqual({
      leftMs: -100,
      reason: "ended: a command took the processor for 3.1 s without a pause",
    });
  });

  it("ends after a minute with a worker that waits forever", async () => {
    const patience = new Patience(worker({ ms: 100 }), limits);
    vi.advanceTimersByTime(59_000);
    expect((await patience.look()).leftMs).toBe(1000);
    vi.advanceTimersByTime(1500);
    expect(await patience.look()).toEqual({ leftMs: -500, reason: "ended: no answer for 60.5 s" });
  });

  it("ignores a worker that has ended meanwhile", async () => {
    const used: { ms: number | undefined } = { ms: 100 };
    const patience = new Patience(worker(used), limits);
    used.ms = undefined;
    expect((await patience.look()).leftMs).toBe(3100);
  });
});
