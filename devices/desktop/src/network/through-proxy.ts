import { request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { pipeline } from "node:stream";
import { createHttpServer } from "@terrarium/bounds/bounded-server";
import { connectEgressProxy, type EgressProxy } from "./egress-proxy.ts";
import { join } from "./joined.ts";
import type { UserProxy } from "./user-proxy.ts";

const CONNECT_WITHIN_MS = 20_000;
/** The relay passes connections in and limits their number. */
const BOUNDS = {
  maxConnections: Infinity,
  maxInFlight: 1,
  headersMs: 20_000,
  requestMs: 0,
  keepAliveMs: 60_000,
  idleMs: 300_000,
};
/** Hop-by-hop headers (RFC 9110, section 7.6.1). Node writes its own, and does not forward trailers. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "trailer",
  "upgrade",
]);

/** A connection to an HTTP proxy, and the headers that it requires with each request. */
interface Way {
  socket: Socket;
  headers: readonly [name: string, value: string][];
}

/**
 * Serves HTTP proxy requests of programs. It forwards them to the user's proxy through a tunnel that the egress proxy opens or
 * refuses, or to the egress proxy itself for excluded hosts. The caller passes connections in; the server does not listen.
 */
export function throughProxy(egressProxy: EgressProxy, proxy: UserProxy): Server {
  const isExcluded = matcherOf(proxy.excludes ?? []);
  const { auth } = proxy;
  const credentials = auth && Buffer.from(`${auth.username}:${auth.password}`).toString("base64");

  /** Rejects with the reason if there is no connection. */
  async function openWay(host: string): Promise<Way> {
    if (isExcluded(host)) return { socket: connectEgressProxy(egressProxy), headers: [] };
    const socket = await tunnel(egressProxy, proxy);
    return { socket, headers: credentials === undefined ? [] : [["Proxy-Authorization", `Basic ${credentials}`]] };
  }

  async function connectThrough(message: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const target = URL.parse(`http://${message.url ?? ""}`);
    if (!target) return void client.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
    try {
      const { socket, headers } = await openWay(target.hostname);
      if (client.destroyed) return void socket.destroy();
      const lines = [["Host", message.url], ...withAuthorization(message, headers)].map((line) => line.join(": "));
      socket.write([`CONNECT ${message.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      if (head.length > 0) socket.write(head);
      join(client, socket);
    } catch (error) {
      const words = `${wordsOf(error)}\n`;
      const length = Buffer.byteLength(words);
      client.end(`HTTP/1.1 502 Bad Gateway\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${words}`);
    }
  }

  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = URL.parse(message.url ?? "");
    if (target?.protocol !== "http:") return answer(response, 400, "the whole URL of http is needed");
    const { socket, headers } = await openWay(target.hostname);
    if (response.destroyed) return void socket.destroy();
    response.on("close", () => socket.destroy());
    const asked = request({
      createConnection: () => socket,
      method: message.method,
      path: message.url,
      headers: [...endToEnd(message, "proxy-authorization"), ...withAuthorization(message, headers)].flat(),
    });
    const giveUp = (error: unknown) => {
      if (!response.headersSent) answer(response, 502, wordsOf(error));
    };
    asked.on("response", (answered) => {
      try {
        // Uses Node's status text: the other end's may contain anything.
        response.writeHead(answered.statusCode ?? 502, endToEnd(answered).flat());
      } catch (error) {
        giveUp(error);
        return void socket.destroy();
      }
      pipeline(answered, response, () => undefined);
    });
    // The request may also close without an error, when the other end switches protocols unasked.
    asked.on("error", giveUp).on("close", () => giveUp("the proxy gave no answer"));
    pipeline(message, asked, () => undefined);
  }

  const server = createHttpServer(BOUNDS, (message, response) => {
    forward(message, response).catch((error: unknown) => answer(response, 502, wordsOf(error)));
  });
  server.on("connect", (message, client, head) => {
    client.on("error", () => client.destroy());
    if (client instanceof Socket) void connectThrough(message, client, head);
  });
  return server;
}

/** Opens a connection to the proxy through the egress proxy, which decides whether to allow it. */
function tunnel(egressProxy: EgressProxy, { host, port }: UserProxy): Promise<Socket> {
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const asked = request({
    ...(typeof egressProxy === "string" ? { socketPath: egressProxy } : egressProxy),
    method: "CONNECT",
    path: authority,
    headers: { host: authority },
    agent: false,
    timeout: CONNECT_WITHIN_MS,
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the proxy ${authority} of this box ${why}`));
    asked.on("error", () => fail("cannot be reached"));
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("connect", ({ statusCode }, socket, head) => {
      if (statusCode === 200 && socket instanceof Socket) {
        if (head.length > 0) socket.unshift(head);
        socket.setTimeout(0);
        return resolve(socket);
      }
      socket.destroy();
      fail(statusCode === 403 ? "is at an address that the server's operator does not allow" : "cannot be reached");
    });
    asked.end();
  });
}

/** Forwards the program's own authorization only if the user set no credentials. */
const withAuthorization = (message: IncomingMessage, headers: Way["headers"]): Way["headers"] => {
  const own = message.headers["proxy-authorization"];
  return headers.length > 0 || own === undefined ? headers : [["Proxy-Authorization", own]];
};

/** Returns the headers unchanged, without hop-by-hop headers and one additional name. */
function endToEnd({ rawHeaders }: IncomingMessage, besides?: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = rawHeaders.slice(i, i + 2);
    const lower = name.toLowerCase();
    if (!OF_CONNECTION.has(lower) && lower !== besides) pairs.push([name, value]);
  }
  return pairs;
}

/** Returns a function that matches a host against the patterns, in which `*` stands for any characters. */
function matcherOf(patterns: readonly string[]): (host: string) => boolean {
  const parts = patterns.map((pattern) => pattern.toLowerCase().split("*"));
  return (host) => {
    const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
    return parts.some((part) => matches(bare, part));
  };
}

/** Avoids regular expressions: a pattern with many stars would take exponential time. */
function matches(text: string, [first = "", ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function answer(response: ServerResponse, status: number, words: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`${words}\n`);
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
