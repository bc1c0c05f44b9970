import { expect, test } from "vitest";
import { createRateBlocks } from "./rate-blocks.ts";

const WINDOW_MS = 60_000;
const MAX = 30;

/** Creates the shared counts of all servers, on the test's own clock. */
function createCounts() {
  const time = { now: 0 };
  const windows = new Map<string, { calls: number; endsAt: number }>();
  let asked = 0;
  return {
    time,
    asked: () => asked,
    async count(key: string, windowMs: number, calls = 1) {
      asked += 1;
      await Promise.resolve();
      const open = windows.get(key);
      const window = open && open.endsAt > time.now ? open : { calls: 0, endsAt: time.now + windowMs };
      window.calls += calls;
      windows.set(key, window);
      return { calls: window.calls, leftMs: window.endsAt - time.now };
    },
  };
}

function start(count: number) {
  const counts = createCounts();
  const servers = Array.from({ length: count }, () => createRateBlocks(counts, WINDOW_MS, () => counts.time.now));
  const server = (i: number) => {
    const one = servers[i % count];
    if (!one) throw new Error("no server");
    return one;
  };
  return { counts, server };
}

test("concurrent calls use enough blocks but stay within the limit", async () => {
  const { counts, server } = start(1);
  const answers = await Promise.all(Array.from({ length: 100 }, () => server(0).take("ada", MAX)));
  expect(answers.filter((refusedMs) => refusedMs === 0)).toHaveLength(MAX);
  expect(answers.filter((refusedMs) => refusedMs === WINDOW_MS)).toHaveLength(70);
  expect(counts.asked()).toBe(11);
});

test("one key does not use up the limit of another", async () => {
  const { server } = start(1);
  for (let i = 0; i < MAX; i += 1) expect(await server(0).take("ada", MAX)).toBe(0);
  expect(await server(0).take("ada", MAX)).toBe(WINDOW_MS);
  expect(await server(0).take("ben", MAX)).toBe(0);
});

test("resets counts and refusals at the end of the window", async () => {
  const { counts, server } = start(2);
  for (let i = 0; i < MAX; i += 1) await server(i).take("ada", MAX);
  counts.time.now = 20_000;
  expect(await server(0).take("ada", MAX)).toBe(40_000);
  expect(await server(1).take("ada", MAX)).toBe(40_000);
  const asked = counts.asked();
  expect(await server(0).take("ada", MAX)).toBe(40_000);
  expect(counts.asked()).toBe(asked);
  counts.time.now = WINDOW_MS;
  for (let i = 0; i < MAX; i += 1) expect(await server(0).take("ada", MAX)).toBe(0);
});

test("other servers lose at most one server's unused block", async () => {
  const { server } = start(3);
  expect(await server(0).take("ada", MAX)).toBe(0);
  expect(await server(1).take("ada", MAX)).toBe(0);
  let passed = 2;
  while ((await server(2).take("ada", MAX)) === 0) passed += 1;
  expect(passed).toBe(MAX - 2 * 2);
});

test("retries a failed count", async () => {
  let isDown = true;
  const windows = {
    async count() {
      if (isDown) throw new Error("the database is away");
      return { calls: 3, leftMs: WINDOW_MS };
    },
  };
  const blocks = createRateBlocks(windows, WINDOW_MS, () => 0);
  await expect(Promise.all([blocks.take("ada", MAX), blocks.take("ada", MAX)])).rejects.toThrow("away");
  isDown = false;
  expect(await blocks.take("ada", MAX)).toBe(0);
});
