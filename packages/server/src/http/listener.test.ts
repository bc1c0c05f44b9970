import { once } from "node:events";
import { connect } from "node:net";
import { ConfigError } from "@terrarium/platform/base/config-error";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { addBoundedClose, listen, loopbackUrl } from "./listener.ts";

async function open(graceMs: number) {
  const app = Fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  let arrived = () => {};
  let finish = () => {};
  const isIn = new Promise<void>((resolve) => (arrived = resolve));
  app.get("/slow", async () => {
    arrived();
    await new Promise<void>((resolve) => (finish = resolve));
    return "done";
  });
  const close = addBoundedClose(app, graceMs);
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { url: loopbackUrl(app), isIn, finish: () => finish(), close };
}

test("answers a request in progress before the server closes", async () => {
  const server = await open(60_000);
  const answer = fetch(`${server.url}/slow`).then((response) => response.text());
  await server.isIn;
  const closed = server.close();
  server.finish();
  expect(await answer).toBe("done");
  await closed;
});

test("cuts an endless request after the grace period", async () => {
  const server = await open(50);
  const answer = fetch(`${server.url}/slow`).then(
    () => "answered",
    () => "cut",
  );
  await server.isIn;
  await server.close();
  expect(await answer).toBe("cut");
});

test("an idle connection does not delay the close", async () => {
  const server = await open(60_000);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const [closed] = await Promise.all([once(socket, "close"), server.close()]);
  expect(closed).toEqual([false]);
});

test.each([
  ["0.0.0.0", "http://127.0.0.1:"],
  ["::1", "http://[::1]:"],
])("a server on %s is reached at %s", async (host, prefix) => {
  const app = Fastify();
  await app.listen({ host, port: 0 });
  expect(loopbackUrl(app)).toMatch(new RegExp(`^${prefix.replaceAll(/[[\]]/g, "\\$&")}\\d+$`));
  await app.close();
});

test.each([
  ["EADDRINUSE", "PORT"],
  ["EACCES", "PORT"],
  ["EADDRNOTAVAIL", "HOST"],
  ["EAFNOSUPPORT", "HOST"],
  ["EINVAL", "HOST"],
  ["ENOTFOUND", "HOST"],
  ["EAI_AGAIN", "HOST"],
])("a server that cannot listen because of %s names the setting %s", async (code, name) => {
  const app = Fastify();
  vi.spyOn(app, "listen").mockRejectedValue(Object.assign(new Error(`listen ${code} there`), { code }));
  const failure = listen(app, { host: "there", port: 80 });
  await expect(failure).rejects.toThrow(ConfigError);
  await expect(failure).rejects.toThrow(new RegExp(`^${name} .+ \\(listen ${code} there\\)$`));
});
