import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";
import { addWebSockets } from "./web-sockets.ts";

const head = (path: string) =>
  [`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: Upgrade", "Upgrade: odd", "", ""].join("\r\n");

test("closes the connection after answering an upgrade", async () => {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  });
  app.get("/call", () => ({}));
  addWebSockets(app, () => undefined);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  for (const [path, status] of [
    ["/nowhere", 404],
    ["/call", 200],
  ] as const) {
    const arrived = once(app.server, "connection");
    const client = connect({ port: Number(new URL(loopbackUrl(app)).port), host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    const [peer] = (await arrived) as [Socket];
    const closed = once(peer, "close");
    client.write(head(path));
    expect(await text(client)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await closed;
  }
});

test("answers a call that offers another protocol", async () => {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  });
  app.post("/echo", (request) => request.body);
  addWebSockets(app, () => undefined);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const client = connect({ port: Number(new URL(loopbackUrl(app)).port), host: "127.0.0.1" });
  onTestFinished(() => void client.destroy());
  // Java's HTTP client sends these headers by default.
  const offer = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"];
  const head = ["POST /echo HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 7"];
  client.write([...head, ...offer, "", '{"n":1}'].join("\r\n"));
  const answer = await text(client);
  expect(answer).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n.*\{"n":1\}$/is);
});
