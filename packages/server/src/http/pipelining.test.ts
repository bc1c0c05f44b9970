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

test("ends a connection with too many pipelined requests", async () => {
  const { begun, ask } = await open();
  const socket = ask(5_000).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(begun.length).toBeLessThanOrEqual(MAX_PIPELINED);
});

test("skips a request whose client left before its turn", async () => {
  const { app, begun, ask } = await open();
  // A long request yields its turn to the next. Fake timers delay that until the test advances them.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let count = 0; count < 8; count += 1) ask(1);
  // Does not poll, because polling advances the fake clock.
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

test("starts a request after the response to the previous one", async () => {
  const { begun, atOnce, answer, ask } = await open();
  ask(MAX_PIPELINED).resume();
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  answer.resolve();
  await expect.poll(() => begun.length).toBe(MAX_PIPELINED);
  expect(atOnce.most).toBe(1);
});

test("skips the requests behind one whose client left", async () => {
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

test("answers the permitted number of requests repeatedly", async () => {
  const { answer, ask } = await open();
  const socket = ask(MAX_PIPELINED);
  let answers = 0;
  socket.on("data", (chunk) => (answers += String(chunk).split("HTTP/1.1 200").length - 1));
  answer.resolve();
  await expect.poll(() => answers).toBe(MAX_PIPELINED);
  socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(MAX_PIPELINED));
  await expect.poll(() => answers).toBe(2 * MAX_PIPELINED);
});
