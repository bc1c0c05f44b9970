import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { defineEndpoint } from "@terrarium/contract/endpoint";
import { MAX_OPEN_BODIES } from "@terrarium/contract/limits";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { authenticateByName } from "../testing/named-callers.ts";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";
import { serve } from "./serve.ts";

const echo = defineEndpoint({
  name: "echo",
  method: "POST",
  path: "/api/v1/echo",
  access: "session-or-api-key",
  tag: "echo",
  summary: "Answers what it is told",
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
});
const BODY = '{"text":"hello"}';

test("limits one user's incoming bodies, independent of other users", async () => {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: authenticateByName,
    // Rejected bodies are cut soon. Accepted bodies may arrive slowly.
    bodyPace: { intervalMs: 100, minBytes: 0 },
  });
  onTestFinished(() => app.close());
  let begun = 0;
  app.addHook("preParsing", async () => void (begun += 1));
  serve(app, echo, async ({ body }) => body);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  async function call(token: string, body: string): Promise<Socket> {
    const socket = connect(Number(new URL(loopbackUrl(app)).port), "127.0.0.1");
    sockets.push(socket);
    await once(socket, "connect");
    const headers = ["Host: localhost", `Authorization: Bearer ${token}`, "Content-Type: application/json"];
    const rest = [...headers, `Content-Length: ${BODY.length}`, "Connection: close", "", body];
    socket.write([`POST ${echo.path} HTTP/1.1`, ...rest].join("\r\n"));
    return socket;
  }
  for (let n = 0; n < MAX_OPEN_BODIES; n += 1) await call(`ada/${n}`, BODY.slice(0, 5));
  await expect.poll(() => begun).toBe(MAX_OPEN_BODIES);
  expect(await text(await call("ada", BODY.slice(0, 5)))).toMatch(/^HTTP\/1.1 429 .*"rate_limited"/s);
  expect(await text(await call("bob", BODY))).toMatch(/^HTTP\/1.1 200 /);
  const [first = await call("ada", "")] = sockets;
  first.write(BODY.slice(5));
  expect(await text(first)).toMatch(/^HTTP\/1.1 200 /);
  const next = await call("ada", BODY.slice(0, 5));
  await expect.poll(() => begun).toBe(MAX_OPEN_BODIES + 2);
  next.write(BODY.slice(5));
  expect(await text(next)).toMatch(/^HTTP\/1.1 200 /);
});

const open = defineEndpoint({ ...echo, name: "open", path: "/api/v1/open", access: "public" });

test("counts an IPv6 network as one address on public calls", async () => {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: authenticateByName,
    bodyPace: { intervalMs: 100, minBytes: 0 },
    trustedProxies: ["127.0.0.1"],
  });
  onTestFinished(() => app.close());
  let begun = 0;
  app.addHook("preParsing", async () => void (begun += 1));
  serve(app, open, async ({ body }) => body);
  await app.listen({ host: "127.0.0.1", port: 0 });
  async function call(address: string, body: string): Promise<Socket> {
    const socket = connect(Number(new URL(loopbackUrl(app)).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    const headers = ["Host: localhost", `X-Forwarded-For: ${address}`, "Content-Type: application/json"];
    const rest = [...headers, `Content-Length: ${BODY.length}`, "Connection: close", "", body];
    socket.write([`POST ${open.path} HTTP/1.1`, ...rest].join("\r\n"));
    return socket;
  }
  for (let n = 0; n < MAX_OPEN_BODIES; n += 1) await call(`2001:db8:0:1::${n}`, BODY.slice(0, 5));
  await expect.poll(() => begun).toBe(MAX_OPEN_BODIES);
  expect(await text(await call("2001:db8:0:1::ffff", BODY.slice(0, 5)))).toMatch(/^HTTP\/1.1 429 .*"rate_limited"/s);
  expect(await text(await call("2001:db8:0:2::1", BODY))).toMatch(/^HTTP\/1.1 200 /);
});
