import { once } from "node:events";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";
import type { UnreadAnswers } from "./unread-answers.ts";

/** Much more than the kernel buffers for a client. */
const ANSWER = Buffer.alloc(32 * 1_048_576);

/** `addressOf` returns the source address of each connection, in order. */
async function open(unreadAnswers: UnreadAnswers, addressOf?: (n: number) => string) {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => undefined as never,
    unreadAnswers,
  });
  let accepted = 0;
  app.server.on("connection", (socket) => {
    accepted += 1;
    if (addressOf) Object.defineProperty(socket, "remoteAddress", { value: addressOf(accepted) });
  });
  app.get("/large", () => ANSWER);
  app.get("/late", async (_request, reply) => {
    await once(reply.raw, "timeout");
    return "late";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = new URL(loopbackUrl(app));
  /** Sends a request and reads no response. */
  const ask = (path: string, localAddress = "127.0.0.1") => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    return socket;
  };
  /** Returns the number of open connections. */
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  return { ask, connections, accepted: () => accepted };
}

test("cuts off a client that reads nothing", async () => {
  const { ask, connections } = await open({ stalledMs: 100, totalBytes: Infinity });
  ask("/large");
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
});

test("keeps a client that waits for a slow response", async () => {
  const { ask } = await open({ stalledMs: 100, totalBytes: Infinity });
  expect(await text(ask("/late"))).toMatch(/^HTTP\/1.1 200 [^]*late$/);
});

test("cuts only connections of the address with the most unread", async () => {
  const { ask, connections, accepted } = await open({ stalledMs: 60_000, totalBytes: 2.5 * ANSWER.length });
  const other = ask("/large", "127.0.0.2");
  await expect.poll(accepted).toBe(1);
  for (let count = 0; count < 8; count += 1) ask("/large");
  await expect.poll(accepted).toBe(9);
  await expect.poll(connections).toBeLessThan(5);
  expect((await buffer(other)).length).toBeGreaterThan(ANSWER.length);
});

test("counts an IPv6 network as one and spares other addresses", async () => {
  const { ask, connections, accepted } = await open({ stalledMs: 60_000, totalBytes: 5.5 * ANSWER.length }, (n) =>
    n <= 2 ? "2001:db8:0:2::1" : `2001:db8:0:1::${n}`,
  );
  const others = [ask("/large"), ask("/large")];
  await expect.poll(accepted).toBe(2);
  for (let count = 0; count < 6; count += 1) ask("/large");
  await expect.poll(accepted).toBe(8);
  await expect.poll(connections).toBeLessThan(7);
  for (const other of others) expect((await buffer(other)).length).toBeGreaterThan(ANSWER.length);
});
