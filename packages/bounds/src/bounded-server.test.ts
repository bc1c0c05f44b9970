import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { ConnectionPool, createHttpServer, createSocketServer, type HttpBounds } from "./bounded-server.ts";

const BOUNDS: HttpBounds = {
  maxConnections: 10,
  maxInFlight: 1,
  headersMs: 1_000,
  requestMs: 0,
  keepAliveMs: 1_000,
  idleMs: 1_000,
};
const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

async function listen<S extends Server>(server: S): Promise<S> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return server;
}

function open(server: Server) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Resolves when a socket is closed, with or without an error. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

describe("an HTTP server", () => {
  test("closes a pipelining connection after starting one request", async () => {
    let started = 0;
    const server = await listen(createHttpServer(BOUNDS, () => void (started += 1)));
    const socket = open(server).resume();
    socket.write(GET.repeat(10_000));
    await closed(socket);
    expect(started).toBe(1);
  });

  test("serves successive requests, and closes after the last", async () => {
    const server = await listen(
      createHttpServer({ ...BOUNDS, maxRequests: 3 }, (_, response) => void response.end("x")),
    );
    const socket = open(server);
    for (let count = 0; count < 2; count += 1) {
      socket.write(GET);
      expect(String((await once(socket, "data"))[0])).toContain("Connection: keep-alive");
    }
    socket.write(GET);
    expect(await text(socket)).toContain("Connection: close");
  });

  test("closes a connection that sends CONNECT before a response", async () => {
    const server = await listen(createHttpServer(BOUNDS, () => undefined));
    const tunnels: boolean[] = [];
    server.on("connect", (_message, socket) => tunnels.push(socket.destroyed));
    const socket = open(server).resume();
    socket.write(`${GET}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
    await closed(socket);
    expect(tunnels).toEqual([true]);
  });

  test("rejects headers that are too many or never end", async () => {
    const server = await listen(createHttpServer({ ...BOUNDS, headersMs: 1 }, (_, response) => void response.end()));
    expect(server).toMatchObject({ maxHeadersCount: 200, headersTimeout: 1 });
    const socket = open(server);
    socket.write("GET / HTTP/1.1\r\n");
    expect(await text(socket)).toMatch(/^(HTTP\/1.1 408 .*)?/);
  });

  test("closes idle connections", async () => {
    const server = await listen(createHttpServer({ ...BOUNDS, idleMs: 20 }, () => undefined));
    const socket = open(server).resume();
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });
});

describe("a socket server", () => {
  const kept = async (bounds: Parameters<typeof createSocketServer>[0], count: number) => {
    const server = await listen(createSocketServer(bounds, (socket) => void socket.write("hello")));
    const ends = Array.from({ length: count }, async () => {
      const socket = open(server);
      return Promise.race([
        once(socket, "data").then(
          () => true,
          () => false,
        ),
        closed(socket).then(() => false),
      ]);
    });
    return (await Promise.all(ends)).filter(Boolean).length;
  };

  test("limits connections in total, per client and per pool", async () => {
    expect(await kept({ maxConnections: 3 }, 5)).toBe(3);
    expect(await kept({ maxConnections: 10, maxPerClient: 2 }, 5)).toBe(2);
    const pool = new ConnectionPool(4);
    expect([await kept({ maxConnections: 3, pool }, 5), await kept({ maxConnections: 3, pool }, 5)]).toEqual([3, 1]);
  });
});

test("all servers in the sources are created with limits", () => {
  const cwd = new URL("../../..", import.meta.url);
  const sources = globSync("{packages,devices,apps}/*/src/**/*.{ts,tsx}", { cwd }).filter(
    (file) => !/\/testing\/|\.test\.tsx?$|bounded-server\.ts$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(500);
  const makes =
    /\bcreate(?:Secure)?Server\b[^}]*\} from "node:|\b(?:http2?|https|net|tls)\.createS|\bnew WebSocketServer\(\{ (?!noServer)/;
  expect(sources.filter((file) => makes.test(readFileSync(new URL(file, cwd), "utf8")))).toEqual([]);
});
