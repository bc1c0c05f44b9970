import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

const log = pino({ level: "silent" });

test("repeats after failures, never overlaps, and stops", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const count = { runs: 0 };
  let inside = 0;
  const job = repeat(
    "test",
    1,
    async () => {
      expect(inside++).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      count.runs += 1;
      throw new Error("again");
    },
    log,
  );
  while (count.runs < 3) await vi.advanceTimersByTimeAsync(1);
  await job.stop();
  const whenStopped = count.runs;
  await vi.advanceTimersByTimeAsync(100);
  expect(count.runs).toBe(whenStopped);
  vi.useRealTimers();
});

test("stopping waits for a run in progress", async () => {
  let finish = () => {};
  let started = () => {};
  const isStarted = new Promise<void>((resolve) => (started = resolve));
  const job = repeat(
    "test",
    1,
    () => {
      started();
      return new Promise((resolve) => (finish = resolve));
    },
    log,
  );
  await isStarted;
  let stopped = false;
  const stop = job.stop().then(() => (stopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  finish();
  await stop;
});

test("runs again at once when requested during a run", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const runs: PromiseWithResolvers<void>[] = [];
  const task = () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  const job = repeat("test", 60_000, task, log);
  job.soon();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(1);
  job.soon();
  job.soon();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(runs).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(3);
  runs[2]?.resolve();
  await job.stop();
  vi.useRealTimers();
});
