import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextRound } from "node:timers/promises";
import { MAX_PIPELINED } from "@terrarium/contract/limits";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";

async function open() {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  });
  const begun: string[] = [];
  const atOnce = { now: 0, most: 0 };
  const answer = Promise.withResolvers<void>();
  app.get("/slow", async ({ url }, reply) => {
    begun.push(url);
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    reply.raw.once("close", () => (atOnce.now -= 1));
    await answer.promise;
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const ask = (count: number, path = "/slow") => {
    const socket = connect(Number(new URL(loopbackUrl(app)).port), "127.0.0.1");
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count));
    return socket;
  };
  return { app, begun, atOnce, answer, ask };
}

test("a connection on which more requests wait than clients send is ended, and most of them are never begun", async () => {
  const { begun, ask } = await open();
  const socket = ask(5_000).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(begun.length).toBeLessThanOrEqual(MAX_PIPELINED);
});

test("a request whose client has left before its turn is not begun, and holds up no other", async () => {
  const { app, begun, ask } = await open();
  // A request that takes long makes room for the next: not in this test until it says so.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let count = 0; count < 8; count += 1) ask(1);
  // Not by polling, which moves the clock on.
  while (begun.length < 8) await nextRound();
  const arrived = once(app.server, "request");
  const leaving = ask(1, "/slow?leaving");
  const [{ socket }] = (await arrived) as [IncomingMessage];
  const gone = once(socket, "close");
  leaving.destroy();
  await gone;
  ask(1, "/slow?staying");
  while (app.turns.waiting < 2) await nextRound();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => begun.slice(8)).toEqual(["/slow?staying"]);
});

test("a request begins when the one before it on its connection is answered, so that no answer is held which cannot be sent", async () => {
  const { begun, atOnce, answer, ask } = await open();
  ask(MAX_PIPELINED).resume();
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  answer.resolve();
  await expect.poll(() => begun.length).toBe(MAX_PIPELINED);
  expect(atOnce.most).toBe(1);
});

test("those behind one whose client has left are not begun", async () => {
  const { app, begun, ask } = await open();
  const arrived = once(app.server, "request");
  const leaving = ask(3);
  const [{ socket }] = (await arrived) as [IncomingMessage];
  const gone = once(socket, "close");
  leaving.destroy();
  await gone;
  ask(1, "/slow?staying");
  await expect.poll(() => begun).toEqual(["/slow", "/slow?staying"]);
});

test("as many as may wait are answered, again and again", async () => {
  const { answer, ask } = await open();
  const socket = ask(MAX_PIPELINED);
  let answers = 0;
  socket.on("data", (chunk) => (answers += String(chunk).split("HTTP/1.1 200").length - 1));
  answer.resolve();
  await expect.poll(() => answers).toBe(MAX_PIPELINED);
  socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(MAX_PIPELINED));
  await expect.poll(() => answers).toBe(2 * MAX_PIPELINED);
});
