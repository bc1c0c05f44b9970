import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";

const INTERVAL_MS = 100;

const app = await createHttpApp({
  log: pino({ level: "silent" }),
  authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  bodyPace: { intervalMs: INTERVAL_MS, minBytes: 10 },
});
beforeAll(async () => {
  app.post("/body", (request) => request.body);
  app.post("/no-body", { onRequest: async (_request, reply) => reply.code(401).send({}) }, () => ({}));
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(loopbackUrl(app)).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Sends raw bytes. Returns everything received until the server closes the connection. */
async function send(request: string): Promise<string> {
  const socket = await open();
  socket.write(request);
  return text(socket);
}

const head = (path: string, length: number, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, "Content-Type: application/json", `Content-Length: ${length}`, ...headers, "", ""].join(
    "\r\n",
  );
const HOST = "Host: localhost";

test.each([
  ["two hosts", head("/body", 2, HOST, "Host: evil.example", "Connection: close") + "{}", 400],
  ["an invalid host", head("/body", 2, "Host: %%%", "Connection: close") + "{}", 400],
  ["two lengths", head("/body", 2, HOST, "Content-Length: 3") + "{}", 400],
  [
    "a length and chunks, as in smuggled requests",
    head("/body", 2, HOST, "Transfer-Encoding: chunked") + "0\r\n\r\n",
    400,
  ],
  ["invalid HTTP", "hello\r\n\r\n", 400],
  ["too many headers", head("/body", 2, HOST, `X: ${"y".repeat(20_000)}`), 431],
])("rejects %s in the documented form", async (_name, request, status) => {
  const answer = await send(request);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
    code: "invalid_request",
    message: expect.stringContaining("Invalid request: "),
    suggestion: expect.any(String),
    requestId: expect.stringMatching(/^req_/),
  });
});

test("aborts a stalled body and closes its connection", async () => {
  const answer = await send(head("/body", 500, HOST) + "{");
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain('"code":"body_too_slow"');
});

test("an unread body does not hold a connection open", async () => {
  expect(await send(head("/no-body", 500, HOST) + "{")).toMatch(/^HTTP\/1.1 401 /);
});

test("reads a slow but steady body to its end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const arrived = once(app.server, "connection");
  const body = JSON.stringify({ text: "x".repeat(100) });
  const request = head("/body", body.length, HOST, "Connection: close");
  const socket = await open();
  const answer = text(socket);
  const [peer] = (await arrived) as [Socket];
  let sent = "";
  const write = async (more: string) => {
    socket.write(more);
    sent += more;
    // Does not use expect.poll, which advances the fake timers.
    while (peer.bytesRead < sent.length && !peer.destroyed) await nextTurn();
  };
  await write(request);
  for (let at = 0; at < body.length; at += 20) {
    await write(body.slice(at, at + 20));
    vi.advanceTimersByTime(INTERVAL_MS);
  }
  expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  expect(await answer).toContain(body);
});
