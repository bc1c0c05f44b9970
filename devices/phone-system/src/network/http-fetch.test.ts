import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, createGzip, gzipSync } from "node:zlib";
import { VirtualSockets } from "@terrarium/adb-device/virtual-sockets";
import { EGRESS_MODES, type Resolve } from "@terrarium/egress/egress";
import type { NetworkError } from "@terrarium/egress/network-error";
import { afterEach, describe, expect, it } from "vitest";
import { httpFetch, type HttpRequest } from "./http-fetch.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return { server, origin: `http://10.0.2.2:${(server.address() as AddressInfo).port}` };
}

const load = (url: string, change: Partial<HttpRequest> = {}) =>
  httpFetch({ url: new URL(url), accept: "*/*", maxBytes: 1024 ** 2, timeoutMs: 10_000, ...change }, { egress: "all" });
const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: NetworkError) => error.problem,
  );
const names = (table: Record<string, string[]>): Resolve & { asked: string[] } => {
  const asked: string[] = [];
  return Object.assign(
    async (hostName: string) => {
      asked.push(hostName);
      return table[hostName] ?? [];
    },
    { asked },
  );
};

describe("httpFetch", () => {
  it.each(["http://127.0.0.1/", "http://[::1]/", "http://2130706433/", "http://0.0.0.0/", "http://app.localhost/"])(
    "reaches device sockets at %s, and no host port",
    async (address) => {
      let requests = 0;
      const { server } = await serve((_request, response) => response.end(String(++requests)));
      const url = new URL(address);
      url.port = String((server.address() as AddressInfo).port);
      const request = { url, accept: "*/*", maxBytes: 100, timeoutMs: 10_000 };
      const sockets = new VirtualSockets();
      const own = createServer(({ headers }, response) => response.end(`own ${headers.host}`));
      for (const egress of EGRESS_MODES) {
        expect(await problem(httpFetch(request, { egress, sockets }))).toBe("unreachable");
        const { stop } = sockets.listen(`tcp:${url.port}`, (connection) => void own.emit("connection", connection));
        expect((await httpFetch(request, { egress, sockets })).body.toString()).toBe(`own ${url.host}`);
        stop();
      }
      expect(requests).toBe(0);
    },
  );

  it("reaches device sockets through a loopback name and redirect", async () => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(302, { location: "http://localhost:8080/" }).end(),
    );
    const sockets = new VirtualSockets();
    const own = createServer((_request, response) => response.end("own"));
    sockets.listen("tcp:8080", (connection) => void own.emit("connection", connection));
    const resolve = names({ "rebound.test": ["127.0.0.1"] });
    for (const address of [origin, "http://rebound.test:8080/"]) {
      const request = { url: new URL(address), accept: "*/*", maxBytes: 100, timeoutMs: 10_000 };
      expect((await httpFetch(request, { egress: "all", resolve, sockets })).body.toString()).toBe("own");
    }
  });

  it("uses TLS with device sockets for https", async () => {
    const sockets = new VirtualSockets();
    const plain = createServer((_request, response) => response.end("no TLS"));
    sockets.listen("tcp:443", (connection) => void plain.emit("connection", connection));
    const request = { url: new URL("https://localhost/"), accept: "*/*", maxBytes: 100, timeoutMs: 10_000 };
    expect(await problem(httpFetch(request, { egress: "off", sockets }))).toBe("bad-answer");
  });

  it("resolves a name once, and connects to that address", async () => {
    const { origin } = await serve((request, response) => response.end(`hello from ${request.headers.host}`));
    const { port } = new URL(origin);
    const addresses = ["10.0.2.2"];
    const asked: string[] = [];
    const resolve: Resolve = async (hostName) => {
      asked.push(hostName);
      // A second lookup would return another address.
      return addresses.splice(0, 1);
    };
    const request = { url: new URL(`http://page.test:${port}/`), accept: "*/*", maxBytes: 100, timeoutMs: 10_000 };
    const answer = await httpFetch(request, { egress: "all", resolve });
    expect(answer.body.toString()).toBe(`hello from page.test:${port}`);
    expect(asked).toEqual(["page.test"]);
  });

  it("checks redirect targets again", async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
      else response.writeHead(302, { location: "http://nowhere.test/" }).end();
    });
    expect(await problem(load(`${origin}/file`))).toBe("unsupported-scheme");
    const request = { url: new URL(origin), accept: "*/*", maxBytes: 100, timeoutMs: 10_000 };
    const resolve = names({});
    expect(await problem(httpFetch(request, { egress: "all", resolve }))).toBe("unknown-host");
    expect(resolve.asked).toEqual(["nowhere.test"]);
  });

  it("follows redirects, turning POST into GET where required", async () => {
    const { origin } = await serve(async (request, response) => {
      if (request.url === "/303") response.writeHead(303, { location: "/end?a=1" }).end();
      else if (request.url === "/307") response.writeHead(307, { location: "/end" }).end();
      else response.end(`${request.method} ${request.url} ${await text(request)}`);
    });
    const seeOther = await load(`${origin}/303`, { form: "x=1" });
    expect([seeOther.url.pathname, seeOther.body.toString()]).toEqual(["/end", "GET /end?a=1 "]);
    expect((await load(`${origin}/307`, { form: "x=1" })).body.toString()).toBe("POST /end x=1");
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const)("unpacks %s", async (encoding, compress) => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(compress("packed words")),
    );
    expect((await load(origin)).body.toString()).toBe("packed words");
  });

  it("rejects hostile responses with the reason", async () => {
    const { origin } = await serve((request, response) => {
      switch (request.url) {
        case "/loop":
          return void response.writeHead(302, { location: "/loop" }).end();
        case "/large":
          return void response.end(Buffer.alloc(2 * 1024 ** 2, "a"));
        case "/bomb": {
          response.writeHead(200, { "content-encoding": "gzip" });
          const zip = createGzip();
          zip.pipe(response);
          return void zip.end(Buffer.alloc(64 * 1024 ** 2));
        }
        case "/broken":
          return void response.writeHead(200, { "content-encoding": "gzip" }).end("this is not gzip");
        case "/cut":
          response.writeHead(200, { "content-length": "100" }).write("half");
          return void setTimeout(() => response.destroy(), 20);
        case "/odd":
          return void response.writeHead(200, { "content-encoding": "rot13" }).end("x");
        default:
          return void response.end();
      }
    });
    expect(await problem(load(`${origin}/loop`))).toBe("too-many-redirects");
    expect(await problem(load(`${origin}/large`))).toBe("too-large");
    expect(await problem(load(`${origin}/bomb`))).toBe("too-large");
    expect(await problem(load(`${origin}/broken`))).toBe("bad-answer");
    expect(await problem(load(`${origin}/cut`))).toBe("unreachable");
    expect(await problem(load(`${origin}/odd`))).toBe("bad-answer");
    expect(await problem(load("ftp://a.test/"))).toBe("unsupported-scheme");
  });

  it("times out on slow, invalid or silent servers", async () => {
    const slow = await serve((_request, response) => {
      const timer = setInterval(() => response.write("."), 10);
      response.once("close", () => clearInterval(timer));
    });
    expect(await problem(load(slow.origin, { timeoutMs: 200 }))).toBe("timeout");
    const silent = createTcpServer(() => undefined).listen(0, "127.0.0.1");
    const rude = createTcpServer((socket) => socket.on("error", () => undefined).end("SSH-2.0-x\r\n\r\n")).listen(
      0,
      "127.0.0.1",
    );
    closing.push(
      () => silent.close(),
      () => rude.close(),
    );
    const portOf = (server: typeof silent) => (server.address() as AddressInfo).port;
    await Promise.all([silent, rude].map((server) => once(server, "listening")));
    expect(await problem(load(`http://10.0.2.2:${portOf(silent)}/`, { timeoutMs: 200 }))).toBe("timeout");
    expect(await problem(load(`http://10.0.2.2:${portOf(rude)}/`))).toBe("bad-answer");
    expect(await problem(load(`https://10.0.2.2:${portOf(rude)}/`))).toBe("bad-answer");
    rude.close();
    expect(await problem(load(`http://10.0.2.2:1/`))).toBe("unreachable");
  });

  it("stops on abort", async () => {
    const { origin } = await serve(() => undefined);
    const abort = new AbortController();
    const loading = load(origin, { signal: abort.signal });
    abort.abort(new Error("the user went elsewhere"));
    await expect(loading).rejects.toThrow("the user went elsewhere");
  });

  it("fails once when aborted in advance, even if also forbidden", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    const signal = AbortSignal.abort(new Error("the user went elsewhere"));
    const request = { url: new URL("http://page.test/"), accept: "*/*", maxBytes: 100, timeoutMs: 10_000, signal };
    await expect(httpFetch(request, { egress: "off" })).rejects.toThrow("the user went elsewhere");
    // Node reports unhandled rejections after the microtasks.
    await setImmediate();
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
