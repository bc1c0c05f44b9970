import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { resolveWithSystem } from "@terrarium/egress/egress";
import { expect, onTestFinished, test } from "vitest";
import { fetchFile, type FetchReach } from "./fetch-file.ts";

const ALL: FetchReach = { egress: "all", resolve: resolveWithSystem };

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const load = async (address: string, reach: Partial<FetchReach> = {}) =>
  Buffer.concat(await (await fetchFile(address, { ...ALL, ...reach })).toArray());

test("loads a file, also after a redirect", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/app.apk") response.end("PK bytes");
    else response.writeHead(302, { location: "/app.apk" }).end();
  });
  expect(String(await load(`${origin}/moved`))).toBe("PK bytes");
});

test("rejects forbidden addresses, also after a redirect", async () => {
  const inside = await serve((_request, response) => response.end("secret"));
  await expect(load(inside, { egress: "off" })).rejects.toMatchObject({ code: "egress_off" });
  await expect(load(inside, { egress: "public" })).rejects.toMatchObject({
    code: "not_possible",
    message: expect.stringContaining("devices may not reach that address"),
  });
  const resolve = async () => ["127.0.0.1"];
  await expect(load("http://inside.test/", { egress: "public", resolve })).rejects.toThrow("there is no such host");
});

test.each([
  ["another scheme", "file:///etc/passwd", "invalid_request"],
  ["no address", "x.apk", "invalid_request"],
])("rejects %s", async (_name, address, code) => {
  await expect(load(address)).rejects.toMatchObject({ code });
});

test("rejects endless, missing and stalled responses", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
    else if (request.url === "/none") response.writeHead(404).end();
    else if (request.url === "/large") response.end("x".repeat(100));
    else if (request.url === "/odd")
      request.socket.write("HTTP/1.1 101 Odd\r\nupgrade: odd\r\nconnection: upgrade\r\n\r\n");
    else if (request.url === "/half") response.writeHead(200, { "content-length": 100 }).write("half");
  });
  await expect(load(`${origin}/round`)).rejects.toThrow("from one address to the next");
  await expect(load(`${origin}/none`)).rejects.toThrow("it answers 404");
  await expect(load(`${origin}/large`, { maxBytes: 99 })).rejects.toMatchObject({ code: "body_too_large" });
  await expect(load(`${origin}/odd`)).rejects.toThrow("nobody answers there");
  await expect(load(`${origin}/silent`, { stalledMs: 50 })).rejects.toThrow("nobody answers there");
  // Long enough for the first half to arrive, even on a busy machine.
  await expect(load(`${origin}/half`, { stalledMs: 3_000 })).rejects.toThrow("it broke off");
});

test("closes the connection of unread content", async () => {
  const left = Promise.withResolvers<void>();
  const origin = await serve((request, response) => {
    request.socket.once("close", () => left.resolve());
    response.writeHead(200).write("begins");
  });
  (await fetchFile(origin, ALL)).destroy();
  expect(await left.promise).toBeUndefined();
});
