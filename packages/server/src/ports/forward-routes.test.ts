import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { PORT_TOKEN, portPath } from "@terrarium/contract/box-ports";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import {
  BOX,
  FOREIGN_KEY,
  HOST,
  KEY,
  openPorts,
  OTHER_BOX,
  OTHER_TOKEN,
  PORT,
  textOf,
  TOKEN,
} from "./testing/open-ports.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const PATH = portPath(BOX, PORT);
const COOKIE = { cookie: `terrarium-port=${TOKEN}` };

/** A program that answers with the request that it received. */
const openEcho = () =>
  openPorts((asked, answer) => {
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ method: asked.method, url: asked.url, headers: asked.headers }));
  });

const told = async ({ answer }: { answer: IncomingMessage }) => JSON.parse(await textOf(answer));

describe("a private port", () => {
  test("serves callers with access and refuses all others", async () => {
    const { ask, port } = await openEcho();
    const consoleHost = { host: `localhost:${port}` };
    const statusOf = async (path: string, headers: Record<string, string>) => (await ask(path, { headers })).status;
    expect(await statusOf("/", {})).toBe(401);
    expect(await statusOf("/", bearer("trm_unknown"))).toBe(401);
    expect(await statusOf("/", bearer(FOREIGN_KEY))).toBe(404);
    expect(await statusOf("/", bearer(OTHER_TOKEN))).toBe(404);
    expect(await statusOf("/", { cookie: `terrarium-port=${OTHER_TOKEN}` })).toBe(404);
    expect(await statusOf("/", { cookie: `terrarium-port=${KEY}` })).toBe(401);
    expect(await statusOf(PATH, { ...consoleHost, ...COOKIE })).toBe(401);
    expect(await statusOf(PATH, { ...consoleHost, ...bearer(FOREIGN_KEY) })).toBe(404);
    expect(await statusOf(portPath(OTHER_BOX, PORT), { ...consoleHost, ...bearer(TOKEN) })).toBe(404);
    for (const headers of [bearer(KEY), bearer(TOKEN), COOKIE]) expect(await statusOf("/", headers)).toBe(200);
    expect(await statusOf(PATH, { ...consoleHost, ...bearer(KEY) })).toBe(200);
  });

  test.each([
    ["of another box", { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }, 401],
    [
      "in a frame of another site",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
      401,
    ],
    ["with a form to it", { origin: "http://8080-sbx_two.localhost" }, 401],
    ["of a sandboxed frame", { origin: "null" }, 401],
    [
      "that links to it",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
      200,
    ],
    ["of its own", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }, 200],
  ])("its cookie works for a page %s: %j", async (_page, headers, status) => {
    const { ask } = await openEcho();
    expect((await ask("/", { headers: { ...COOKIE, ...headers } })).status).toBe(status);
  });

  test("exchanges a token in the address for a cookie", async () => {
    const { ask, host } = await openEcho();
    const { status, headers } = await ask(`//evil.test/?a=1&${PORT_TOKEN}=${TOKEN}&b=2`);
    expect(status).toBe(303);
    expect(headers.location).toBe(`http://${host}//evil.test/?a=1&b=2`);
    expect(headers["set-cookie"]).toEqual([`terrarium-port=${TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`]);
    expect((await ask(`/?${PORT_TOKEN}=${OTHER_TOKEN}`)).status).toBe(404);
    expect((await ask(`/?${PORT_TOKEN}=${KEY}`)).status).toBe(401);
  });
});

describe("what passes to the program", () => {
  test("looks like a local request, without credentials of this server", async () => {
    const { ask, host, port } = await openEcho();
    const sent = {
      ...COOKIE,
      cookie: `app=1; terrarium-port=${TOKEN}; __Host-terrarium-port=x; b=2`,
      origin: `http://${host}`,
      referer: `http://${host}/a?b`,
      connection: "close, x-secret",
      "x-secret": "hop",
      "x-forwarded-for": "1.2.3.4",
      "x-terrarium-script": "secret",
      authorization: "Basic YXBwOmFwcA==",
    };
    const { headers, url } = await told(await ask("/a%2f..%2f?q=%00", { headers: sent }));
    expect(url).toBe("/a%2f..%2f?q=%00");
    expect(headers).toEqual({
      host: `localhost:${PORT}`,
      cookie: "app=1; b=2",
      origin: `http://localhost:${PORT}`,
      referer: `http://localhost:${PORT}/a?b`,
      authorization: "Basic YXBwOmFwcA==",
      connection: "close",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-host": host,
      "x-forwarded-proto": "http",
    });
    const byKey = await told(await ask("/", { headers: bearer(KEY) }));
    expect(byKey.headers).not.toHaveProperty("authorization");
    const byPath = await told(
      await ask(`${PATH}..%2f..%2fx`, { headers: { host: `localhost:${port}`, cookie: "console=1", ...bearer(KEY) } }),
    );
    expect(byPath.url).toBe("/..%2f..%2fx");
    expect(byPath.headers).not.toHaveProperty("authorization");
    expect(byPath.headers).not.toHaveProperty("cookie");
    expect(byPath.headers["x-forwarded-prefix"]).toBe(PATH.slice(0, -1));
  });

  test("a public port never receives the credentials of a visitor", async () => {
    const { ask, publicPorts } = await openEcho();
    publicPorts.add(`${BOX}:${PORT}`);
    for (const token of [KEY, TOKEN, "s".repeat(43)]) {
      const { headers } = await told(await ask("/", { headers: { ...bearer(token), ...COOKIE } }));
      expect(headers).not.toHaveProperty("authorization");
      expect(headers).not.toHaveProperty("cookie");
    }
    expect((await told(await ask("/", { headers: bearer("app-token") }))).headers.authorization).toBe(
      "Bearer app-token",
    );
  });
});

describe("what passes to the client", () => {
  const hostile = () =>
    openPorts((asked, answer) => {
      answer.writeHead(302, {
        "set-cookie": ["a=1; Domain=localhost; Path=/", "terrarium-port=stolen", "__Host-terrarium-port=x; Secure"],
        location: asked.url?.slice(1) || "/",
        "clear-site-data": '"*"',
        "content-security-policy": "default-src *",
        "x-accel-redirect": "/internal/secret",
        "www-authenticate": 'Basic realm="Terrarium"',
        "service-worker-allowed": "/",
        "content-type": "text/html",
      });
      answer.end("<script>1</script>");
    });

  test("is confined at the console's origin", async () => {
    const { ask, port } = await hostile();
    const sent = { headers: { host: `localhost:${port}`, ...bearer(KEY) } };
    const { headers } = await ask(PATH, sent);
    expect(headers["content-security-policy"]).toMatch(/^sandbox /);
    expect(headers["content-security-policy"]).not.toMatch(/allow-same-origin|allow-top-navigation|allow-popups/);
    for (const name of [
      "set-cookie",
      "clear-site-data",
      "x-accel-redirect",
      "www-authenticate",
      "service-worker-allowed",
    ])
      expect(headers).not.toHaveProperty(name);
    const locationOf = async (path: string) => (await ask(PATH + path, sent)).headers.location;
    expect(await locationOf("")).toBe(PATH);
    expect(await locationOf("/login")).toBe(`${PATH}login`);
    expect(await locationOf(`http://localhost:${PORT}/in`)).toBe(`${PATH}in`);
    expect(await locationOf("https://evil.test/")).toBeUndefined();
    expect(await locationOf("//evil.test/")).toBeUndefined();
    expect(await locationOf("next")).toBe("next");
  });

  test("sets cookies of the port's own host alone", async () => {
    const { ask } = await hostile();
    const { headers } = await ask("/", { headers: bearer(KEY) });
    expect(headers["set-cookie"]).toEqual(["a=1; Path=/"]);
    expect(headers["content-security-policy"]).toBe("default-src *");
    for (const name of ["clear-site-data", "x-accel-redirect"]) expect(headers).not.toHaveProperty(name);
  });
});

test("streams both ways while a request is still being sent", async () => {
  const { port, host } = await openPorts((asked, answer) => {
    answer.writeHead(200, { "content-type": "text/event-stream" });
    asked.pipe(answer);
  });
  const asked = request({ host: "127.0.0.1", port, method: "POST", path: "/", headers: { host, ...bearer(KEY) } });
  asked.write("one");
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  expect(String((await once(answer, "data"))[0])).toBe("one");
  asked.write("two");
  expect(String((await once(answer, "data"))[0])).toBe("two");
  asked.end();
  await once(answer, "end");
});

test("names a port without a program, and refuses the box's own", async () => {
  const { ask, port } = await openEcho();
  const other = await ask("/", { headers: { host: `81-${BOX}.localhost:${port}`, ...bearer(KEY) } });
  expect([other.status, (await told(other)).code]).toEqual([502, "port_unreachable"]);
  const own = await ask("/", { headers: { host: `5555-${BOX}.localhost:${port}`, ...bearer(KEY) } });
  expect([own.status, (await told(own)).code]).toEqual([422, "not_possible"]);
});

test("serves neither the console nor a box at an invalid host", async () => {
  const { ask, opened } = await openEcho();
  for (const host of [`080-${BOX}.localhost`, `8080-${BOX}.localhost.`, `8080-${BOX}.a.localhost`])
    expect((await ask("/healthz", { headers: { host, ...bearer(KEY) } })).status).toBe(404);
  expect((await ask("/.port-host", { headers: { host: "localhost", ...bearer(KEY) } })).status).toBe(404);
  expect(opened).toEqual([]);
});

/** Sends bytes over a connection of their own and resolves with everything that comes back. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  let text = "";
  socket.on("data", (part) => (text += String(part)));
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

test.each([
  ["two lengths", "Content-Length: 4\r\nContent-Length: 40\r\n\r\nabcd"],
  [
    "a length and chunks",
    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
  ],
  ["an unknown encoding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n"],
  ["two hosts", "Host: other.test\r\nConnection: close\r\n\r\n"],
])("refuses a request with %s", async (_what, rest) => {
  const seen: (string | undefined)[] = [];
  const { port, host } = await openPorts((asked, answer) => {
    seen.push(asked.url);
    answer.end();
  });
  const text = await exchange(port, `POST / HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${KEY}\r\n${rest}`);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(seen).toEqual([]);
});

test.each([
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  ["an endless head", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(40_000)}`],
  ["no HTTP", "SSH-2.0-OpenSSH\r\n"],
])("reports a program that answers with %s", async (_what, answer) => {
  const { ask, server } = await openPorts(() => undefined);
  server.removeAllListeners("request").on("request", ({ socket }) => socket.end(answer));
  const answered = await ask("/", { headers: bearer(KEY) });
  expect([answered.status, (await told(answered)).code]).toEqual([502, "port_unreachable"]);
});

test("closes the program's connection when the client leaves", async () => {
  const { port, host, server } = await openPorts((_asked, answer) => answer.write("first"));
  const accepted = once(server, "request");
  const asked = request({ host: "127.0.0.1", port, path: "/", headers: { host, ...bearer(KEY) } }).end();
  asked.on("error", () => undefined);
  const [{ socket }] = (await accepted) as [IncomingMessage];
  const closed = once(socket, "close");
  await once(asked, "response");
  asked.destroy();
  await closed;
  expect(socket.destroyed).toBe(true);
});

describe("access that ends", () => {
  test("ends a stream after its token was revoked", async () => {
    const { ask, callers, accessChanges } = await openPorts((_asked, answer) => answer.write("first"));
    const { answer } = await ask("/", { headers: COOKIE });
    const closed = new Promise((resolve) =>
      answer
        .on("error", () => undefined)
        .resume()
        .once("close", resolve),
    );
    callers.delete(TOKEN);
    accessChanges.announce();
    await closed;
    expect(answer.complete).toBe(false);
  });

  test("ends a visitor's stream when the port becomes private", async () => {
    const { ask, ports, callers, publicPorts } = await openPorts((_asked, answer) => answer.write("first"));
    publicPorts.add(`${BOX}:${PORT}`);
    const { answer } = await ask("/");
    const closed = new Promise((resolve) =>
      answer
        .on("error", () => undefined)
        .resume()
        .once("close", resolve),
    );
    const caller = callers.get(KEY);
    if (!caller) throw new Error("the key is unknown");
    await ports.setVisibility(caller, { boxId: BOX, port: PORT }, "private");
    await closed;
    expect((await ask("/")).status).toBe(401);
  });
});

describe("a WebSocket", () => {
  async function openSocket(options: { headers?: Record<string, string>; path?: string; protocols?: string[] } = {}) {
    const opened = await openPorts((_asked, answer) => answer.writeHead(404).end("no socket here"));
    const sockets = new WebSocketServer({ server: opened.server, path: "/ws", perMessageDeflate: true });
    sockets.on("connection", (socket, asked) => {
      socket.send(JSON.stringify(asked.headers));
      socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
    const url = `ws://127.0.0.1:${opened.port}${options.path ?? "/ws"}`;
    const headers = { host: `${HOST}:${opened.port}`, ...options.headers };
    const client = new WebSocket(url, options.protocols ?? [], { headers });
    client.on("error", () => undefined);
    return { ...opened, sockets, client };
  }
  const refusal = async (client: WebSocket) =>
    ((await once(client, "unexpected-response")) as [unknown, IncomingMessage])[1].statusCode;

  test("carries messages of the program's protocol and closes on revocation", async () => {
    const { client, callers, accessChanges } = await openSocket({ headers: bearer(TOKEN), protocols: ["chat"] });
    const [first] = await once(client, "message");
    expect(JSON.parse(String(first))).not.toHaveProperty("authorization");
    expect(client.protocol).toBe("chat");
    client.send("x".repeat(300_000));
    expect(String((await once(client, "message"))[0])).toHaveLength(300_000);
    callers.delete(TOKEN);
    accessChanges.announce();
    expect((await once(client, "close"))[0]).toBe(CLOSE_CODES.unauthorized);
  });

  test("passes the program's refusal", async () => {
    const { client } = await openSocket({ headers: bearer(TOKEN), path: "/other" });
    expect(await refusal(client)).toBe(400);
  });

  test("a page of another box cannot open one with the cookie", async () => {
    const { client } = await openSocket({ headers: { ...COOKIE, origin: "http://8080-sbx_two.localhost" } });
    expect(await refusal(client)).toBe(401);
  });

  test("ends with the box", async () => {
    const { client, state, sockets } = await openSocket({ headers: bearer(TOKEN) });
    await once(client, "message");
    state.isRunning = false;
    for (const socket of sockets.clients) socket.terminate();
    expect((await once(client, "close"))[0]).toBe(CLOSE_CODES.ended);
  });
});
