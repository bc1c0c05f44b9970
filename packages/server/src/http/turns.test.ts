import { connect } from "node:net";
import { setImmediate as nextRound } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";
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

test("runs immediate work in order, a few per event loop round", async () => {
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

test("one item does not wait behind hundreds of another key", async () => {
  const turns = new Turns();
  const started: string[] = [];
  for (const key of ["flood", "flood of another"])
    for (let n = 0; n < 300; n += 1) turns.take(key, () => started.push(key));
  turns.take("calm", () => started.push("calm"));
  await rounds(3);
  expect(started).toContain("calm");
  // The first ones are running, and the others of each key wait for them.
  expect(started).toHaveLength(17);
});

test("a group with hundreds of keys gets one group's turns", async () => {
  const turns = new Turns();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  for (let n = 0; n < 300; n += 1)
    turns.take(`flood ${n}`, (done) => void (started.push("flood"), ends.push(done)), "flood");
  for (let n = 0; n < 8; n += 1) turns.take(`calm ${n % 2}`, () => started.push("calm"), "calm");
  await rounds(4);
  expect(started.filter((key) => key === "calm")).toHaveLength(8);
  expect(ends).toHaveLength(16);
  await rounds(4);
  expect(ends).toHaveLength(16);
  for (let n = 0; n < 300; n += 1) {
    ends[n]?.();
    await rounds(1);
  }
  expect(ends).toHaveLength(300);
  expect(turns.waiting).toBe(0);
});

test("finished or slow work makes room for waiting work", async () => {
  const turns = new Turns();
  const ends: (() => void)[] = [];
  for (let n = 0; n < 20; n += 1) turns.take("a", (done) => ends.push(done));
  await rounds(3);
  expect(ends).toHaveLength(8);
  // A second call of `done` has no effect.
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

test("work that throws or adds work blocks no turn", async () => {
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

test.each([
  ["one address", () => "2001:db8:0:1::1"],
  ["the addresses of one IPv6 network", (n: number) => `2001:db8:0:1::${n}`],
])("hundreds of tokens from %s delay no other request", async (_, addressOf) => {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => undefined as never,
    trustedProxies: ["127.0.0.1"],
  });
  onTestFinished(() => app.close());
  const begun: string[] = [];
  const answer = Promise.withResolvers<void>();
  app.get("/slow", async ({ ip }) => {
    begun.push(ip);
    await answer.promise;
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const arrived: unknown[] = [];
  app.server.on("request", (request) => arrived.push(request));
  /** Does not poll, because polling advances the fake clock. */
  const untilArrived = async (count: number) => {
    while (arrived.length < count) await nextRound();
    await rounds(20);
  };
  const ask = (address: string, token: string) => {
    const socket = connect({ port: Number(new URL(loopbackUrl(app)).port), host: "127.0.0.1" });
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    const headers = ["Host: localhost", `Authorization: Bearer ${token}`, `X-Forwarded-For: ${address}`];
    socket.write(["GET /slow HTTP/1.1", ...headers, "", ""].join("\r\n"));
  };
  for (let n = 0; n < 100; n += 1) ask(addressOf(n), `token ${n}`);
  await untilArrived(100);
  expect([begun.length, app.turns.waiting]).toEqual([16, 84]);
  ask("2001:db8:0:2::1", "token");
  await untilArrived(101);
  expect([begun.at(-1), app.turns.waiting]).toEqual(["2001:db8:0:2::1", 84]);
  answer.resolve();
  await expect.poll(() => begun).toHaveLength(101);
});
