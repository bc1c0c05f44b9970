import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import { connect, createServer as createNetServer, type AddressInfo, type Server as NetServer } from "node:net";
import { text } from "node:stream/consumers";
import { ConnectionPool } from "@terrarium/bounds/bounded-server";
import type { Egress } from "@terrarium/egress/egress";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createForwardProxy } from "./forward-proxy.ts";

const servers: NetServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function portOf(server: Server): Promise<number> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The test's machine as devices address it, and a name of their own loopback. */
const ADDRESSES: Record<string, string[]> = { "inside.test": ["10.0.2.2"], "own.test": ["127.0.0.1"] };

/** Opens a proxy, and a site on this machine that a name resolves to. */
async function open(egress: Egress) {
  const site = createServer(async (message, response) => {
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.end(
      `${message.method} ${message.url} ${message.headers.host} ${String(message.headers["x-hop"])} ${await text(message)}`,
    );
  });
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return ADDRESSES[name] ?? [];
  };
  const [port, proxyPort] = await Promise.all([
    portOf(site),
    portOf(createForwardProxy({ egress, resolverOf: () => resolve, pool: new ConnectionPool(100), maxConnections: 3 })),
  ]);
  const throughProxy = async (path: string, method = "GET", body = "") => {
    const headers = { connection: "close, x-hop", "x-hop": "secret", "proxy-authorization": "Basic eA==" };
    const asking = request({ port: proxyPort, host: "127.0.0.1", method, path, headers });
    asking.end(body);
    const [answer] = await once(asking, "response");
    return { status: answer.statusCode, cookies: answer.headers["set-cookie"], body: await text(answer) };
  };
  const tunnel = async (target: string) => {
    const socket = connect(proxyPort, "127.0.0.1");
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
    const [head] = await once(socket, "data");
    return { socket, head: String(head) };
  };
  return { port, proxyPort, asked, throughProxy, tunnel };
}

test("forwards CONNECT and absolute URLs without proxy headers", async () => {
  const { port, throughProxy, tunnel, asked } = await open("all");
  expect(await throughProxy(`http://inside.test:${port}/a?b=1`, "POST", "body")).toEqual({
    status: 200,
    cookies: ["a=1", "b=2"],
    body: `POST /a?b=1 inside.test:${port} undefined body`,
  });
  expect(asked).toEqual(["inside.test"]);
  const { socket, head } = await tunnel(`inside.test:${port}`);
  expect(head).toMatch(/^HTTP\/1.1 200 /);
  socket.write("GET / HTTP/1.0\r\n\r\n");
  expect(await text(socket)).toContain("GET /");
});

test("rejects the machine's loopback, by address and name", async () => {
  const { port, throughProxy, tunnel } = await open("all");
  for (const host of ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "own.test"]) {
    expect([host, (await throughProxy(`http://${host}:${port}/`)).status]).toEqual([host, 403]);
    const { head, socket } = await tunnel(`${host}:${port}`);
    expect(head).toMatch(/^HTTP\/1.1 403 /);
    socket.destroy();
  }
  expect((await throughProxy(`http://10.0.2.2:${port}/`)).status).toBe(200);
});

test.each(["public", "off"] as const)("with %s rejects the machine and its network", async (egress) => {
  const { port, throughProxy, tunnel } = await open(egress);
  const inside = [`127.0.0.1:${port}`, "169.254.169.254", `[::1]:${port}`, "10.0.0.1", `[::ffff:127.0.0.1]:${port}`];
  for (const host of inside) {
    expect((await throughProxy(`http://${host}/`)).status).toBe(403);
    const { head, socket } = await tunnel(host);
    expect(head).toMatch(/^HTTP\/1.1 403 /);
    socket.destroy();
  }
  // An internal address is reported like an unknown name.
  const { status, body } = await throughProxy(`http://inside.test:${port}/`);
  expect({ status, body }).toEqual(
    egress === "off"
      ? { status: 403, body: "egress-off: inside.test\n" }
      : { status: 502, body: "unknown-host: inside.test\n" },
  );
});

test("rejects invalid proxy requests, and reports unreachable sites", async () => {
  const { throughProxy, tunnel } = await open("all");
  for (const path of ["/", "https://inside.test/", "http://", "ftp://inside.test/"])
    expect((await throughProxy(path)).status).toBe(400);
  expect((await tunnel(":80")).head).toMatch(/^HTTP\/1.1 400 /);
  expect((await throughProxy("http://inside.test:1/")).status).toBe(502);
  expect((await tunnel("inside.test:1")).head).toMatch(/^HTTP\/1.1 502 /);
});

test.each([
  ["a number that is no status", "HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n"],
  ["another protocol", "HTTP/1.1 101 Odd\r\nupgrade: odd\r\nconnection: upgrade\r\n\r\n"],
  ["headers without end", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(10_000)}`],
  ["what is no HTTP", "\0\r\n\r\n"],
  ["nothing", ""],
])("a site that answers with %s is reported as unreachable", async (_what, answer) => {
  const { throughProxy } = await open("all");
  const site = createNetServer((socket) => {
    socket.on("error", () => undefined).once("data", () => socket.end(answer));
  });
  servers.push(site.listen(0, "127.0.0.1"));
  await once(site, "listening");
  const { port } = site.address() as AddressInfo;
  expect(await throughProxy(`http://inside.test:${port}/`)).toMatchObject({
    status: 502,
    body: "unreachable: inside.test\n",
  });
});

test("frees the connection of a rejected tunnel without a hang-up", async () => {
  const { proxyPort } = await open("public");
  for (let count = 0; count < 4; count += 1) {
    const client = connect({ port: proxyPort, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    client.write("CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: 127.0.0.1:1\r\n\r\n");
    expect(await text(client)).toMatch(/^HTTP\/1.1 403 /);
  }
});

test("closes pipelining connections without looking up names", async () => {
  const { asked, proxyPort, port } = await open("all");
  const socket = connect(proxyPort, "127.0.0.1").resume();
  socket.on("error", () => undefined);
  const request = `GET http://inside.test:${port}/ HTTP/1.1\r\nhost: inside.test\r\n\r\n`;
  socket.write(request.repeat(20_000));
  await new Promise((resolve) => socket.once("close", resolve));
  expect(asked.length).toBeLessThanOrEqual(1);
});

test("enforces its connection limit", async () => {
  const { proxyPort } = await open("all");
  const held = [1, 2, 3].map(() => connect(proxyPort, "127.0.0.1"));
  await Promise.all(held.map((socket) => once(socket, "connect")));
  const more = connect(proxyPort, "127.0.0.1");
  more.on("error", () => undefined);
  await once(more, "close");
  expect(held.map(({ readyState }) => readyState)).toEqual(["open", "open", "open"]);
  for (const socket of held) socket.destroy();
});
