import { RUN_LIMITS } from "@terrarium/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BodyBudget } from "./body-budget.ts";
import { RunSlots } from "./run-slots.ts";
import { buildSdkBundle, dataOf, startTestServer } from "./testing/test-server.ts";

const LIMITS = { ...RUN_LIMITS, bodyBytesPerRun: 10, bodyBytesPerTeam: 20, bodyBytesShared: 30 };
const begin = (slots: RunSlots, team: string) => {
  const slot = slots.take({ team, user: undefined });
  return { ...slot, budget: new BodyBudget(slot.bodies) };
};

test("reserves memory per run and limits each team's share", () => {
  const slots = new RunSlots(LIMITS);
  const [a, a2, b, c] = ["a", "a", "b", "c"].map((team) => begin(slots, team).budget);
  expect([a?.take(25), a?.take(6), a?.take(5)]).toEqual([true, false, true]);
  expect([a2?.take(11), a2?.take(10)]).toEqual([false, true]);
  expect([b?.take(21), b?.take(20)]).toEqual([false, true]);
  expect([c?.take(11), c?.take(10)]).toEqual([false, true]);
  a?.give(10);
  expect([c?.take(10), c?.take(1)]).toEqual([true, false]);
});

test("frees a run's memory at its end for the next", () => {
  const slots = new RunSlots(LIMITS);
  const first = begin(slots, "a");
  const other = begin(slots, "a");
  expect(first.budget.take(30)).toBe(true);
  first.release();
  const next = begin(slots, "b");
  expect([next.budget.take(30), other.budget.take(20)]).toEqual([true, true]);
});

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  buildSdkBundle();
  const kiB = 1_024;
  server = await startTestServer({
    bodyBytesPerRun: 100 * kiB,
    bodyBytesPerTeam: 200 * kiB,
    bodyBytesShared: 300 * kiB,
    wallClockMs: 60_000,
  });
});
afterAll(() => server.close());

const NO_MEMORY = expect.stringMatching(/^No memory is left for this body/);

test("rejects request bodies without memory, per script and team", async () => {
  const post = `const post = (kib) => fetch("/api/v1/test/hang", { method: "POST", body: new Uint8Array(kib * 1024) });`;
  const stop = new AbortController();
  const { events } = await server.start(
    `${post} post(250); await post(60).catch((error) => console.log(error.message)); await post(10);`,
    { signal: stop.signal },
  );
  expect([(await events.next()).value?.event, (await events.next()).value]).toEqual([
    "start",
    { event: "log", data: NO_MEMORY },
  ]);
  await expect.poll(() => server.hanging.size).toBe(2);
  const second = await server.start(
    `${post} await post(160).catch((error) => console.log(error.message)); await post(90);`,
    { key: "key1b", signal: stop.signal },
  );
  expect([(await second.events.next()).value?.event, (await second.events.next()).value]).toEqual([
    "start",
    { event: "log", data: NO_MEMORY },
  ]);
  const other = await server.start(`${post} await post(160);`, { key: "key-2", signal: stop.signal });
  await expect.poll(() => server.hanging.size).toBe(4);
  stop.abort();
  for (const run of [events, second.events, other.events]) {
    await expect(
      (async () => {
        for await (const event of run) void event;
      })(),
    ).rejects.toThrow("aborted");
  }
  await expect.poll(() => server.hanging.size).toBe(0);
});

test("a response without memory fails, a consumed one frees memory", async () => {
  const events = await server.run(`
    const stop = new AbortController();
    const held = fetch("/api/v1/test/hang", { method: "POST", body: new Uint8Array(250 * 1024), signal: stop.signal });
    await fetch("/api/v1/test/bytes?kib=60").catch((error) => console.log(error.message));
    stop.abort();
    await held.catch(() => {});
    for (let i = 0; i < 5; i++) console.log((await (await fetch("/api/v1/test/bytes?kib=250")).arrayBuffer()).byteLength);`);
  expect(dataOf(events, "log")).toEqual([NO_MEMORY, ...Array(5).fill("256000")]);
});
