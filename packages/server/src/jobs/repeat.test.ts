import { pino } from "pino";
import { expect, test } from "vitest";
import { repeat } from "./repeat.ts";

const log = pino({ level: "silent" });

test("a job comes again after it failed, never while it still runs, and not after it was stopped", async () => {
  let runs = 0;
  let inside = 0;
  let enough = () => {};
  const done = new Promise<void>((resolve) => (enough = resolve));
  const job = repeat(
    "test",
    1,
    async () => {
      expect(inside++).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      runs += 1;
      if (runs === 3) enough();
      throw new Error("again");
    },
    log,
  );
  await done;
  await job.stop();
  const whenStopped = runs;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(runs).toBe(whenStopped);
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
