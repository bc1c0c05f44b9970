import { request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline, type Duplex } from "node:stream";
import { type ConnectionPool, createHttpServer } from "@terrarium/bounds/bounded-server";
import { deviceDestination, hostOf, OWN_LOOPBACK } from "@terrarium/egress/device-destination";
import type { Egress, Resolve } from "@terrarium/egress/egress";
import { NetworkError } from "@terrarium/egress/network-error";
import { pinnedLookup } from "@terrarium/egress/pinned-lookup";

interface ForwardProxyOptions {
  egress: Egress;
  /** Returns the resolver of a client, identified by its address; "" at a socket file. */
  resolverOf: (client: string) => Resolve;
  /** Shared limit of connections of all proxies. */
  pool: ConnectionPool;
  /** Maximum concurrent connections of one client. All clients of a socket file count as one. */
  maxConnections?: number;
}

const MAX_CONNECTIONS = 256;
/** Requests are not pipelined, because clients gain nothing from it. */
const MAX_IN_FLIGHT = 1;
const MAX_REQUESTS = 1_000;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Time without any byte after which a connection is closed. */
const IDLE_TIMEOUT_MS = 300_000;
/** Hop-by-hop headers (RFC 9110, section 7.6.1), and headers for proxies. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Creates an HTTP proxy (RFC 9110: CONNECT, and requests with an absolute http URL). It connects only to allowed
 * addresses, and looks each name up once. It answers 403 with the reason for rejected targets, and 502 for unreachable
 * ones. The caller starts to listen and closes it; `closeAllConnections` also ends tunnels.
 */
export function createForwardProxy({
  egress,
  resolverOf,
  pool,
  maxConnections = MAX_CONNECTIONS,
}: ForwardProxyOptions): Server {
  /**
   * Resolves a host name to its addresses. Throws NetworkError, also for the client's own loopback, which programs
   * reach without a proxy.
   */
  async function addressesOf({ socket }: IncomingMessage, hostName: string): Promise<readonly string[]> {
    const destination = await deviceDestination(hostName, egress, resolverOf(socket.remoteAddress ?? ""));
    if (destination === OWN_LOOPBACK) throw new NetworkError("address-not-allowed", hostName);
    return destination;
  }

  /** Connects to a host. Throws NetworkError. */
  async function connectTo(message: IncomingMessage, hostName: string, port: number): Promise<Socket> {
    const addresses = await addressesOf(message, hostName);
    // The client may have left during the lookup.
    if (message.socket.destroyed) throw new NetworkError("unreachable", hostName);
    const socket = connect({
      host: hostOf(hostName, addresses),
      port,
      lookup: pinnedLookup(addresses),
      autoSelectFamily: true,
    });
    return new Promise((resolved, reject) => {
      const fail = (error?: Error) => reject(new NetworkError("unreachable", hostName, error));
      const timer = setTimeout(() => socket.destroy(new Error("no answer in time")), CONNECT_TIMEOUT_MS);
      socket.once("error", fail).once("connect", () => {
        socket.off("error", fail);
        resolved(socket);
      });
      socket.once("close", () => clearTimeout(timer)).once("connect", () => clearTimeout(timer));
    });
  }

  async function tunnel(message: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const target = parseTarget(`http://${message.url ?? ""}`);
    if (!target) return refuse(client, 400, "CONNECT names a host and a port");
    try {
      const socket = await connectTo(message, target.hostname, portOf(target));
      if (client.destroyed) return void socket.destroy();
      socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) socket.write(head);
      // Either end closes the other; broken connections are not an error here.
      pipeline(client, socket, client, () => undefined);
    } catch (error) {
      const { status, words } = explain(error);
      refuse(client, status, words);
    }
  }

  async function forward(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = parseTarget(message.url ?? "");
    if (target?.protocol !== "http:") return answer(response, 400, "the whole URL of http is needed");
    try {
      const addresses = await addressesOf(message, target.hostname);
      if (response.destroyed) return;
      const upstream = request(target, {
        hostname: hostOf(target.hostname, addresses),
        method: message.method,
        headers: { ...withoutHops(message), host: target.host },
        lookup: pinnedLookup(addresses),
        agent: false,
        timeout: IDLE_TIMEOUT_MS,
      });
      const giveUp = (cause?: unknown) => {
        if (!response.headersSent) fail(response, new NetworkError("unreachable", target.hostname, cause));
      };
      upstream.on("timeout", () => upstream.destroy(new Error("nothing came in time")));
      upstream.on("response", (answered) => {
        try {
          response.writeHead(answered.statusCode ?? 502, withoutHops(answered));
        } catch (error) {
          // The site's status or headers may not be valid HTTP.
          giveUp(error);
          return void upstream.destroy();
        }
        pipeline(answered, response, () => undefined);
      });
      // A request may also end without an error, by an unsolicited protocol upgrade.
      upstream.on("error", giveUp).on("close", () => giveUp());
      response.on("close", () => upstream.destroy());
      pipeline(message, upstream, () => undefined);
    } catch (error) {
      fail(response, error);
    }
  }

  const bounds = {
    maxConnections: Infinity,
    maxPerClient: maxConnections,
    pool,
    maxInFlight: MAX_IN_FLIGHT,
    maxRequests: MAX_REQUESTS,
    headersMs: HEADERS_TIMEOUT_MS,
    // Bodies have no size limit; the idle timeout applies.
    requestMs: 0,
    keepAliveMs: KEEP_ALIVE_MS,
    idleMs: IDLE_TIMEOUT_MS,
  };
  const proxy = createHttpServer(bounds, (message, response) => {
    forward(message, response).catch((error: unknown) => fail(response, error));
  });
  const tunnels = new Set<Duplex>();
  const closeRequests = proxy.closeAllConnections.bind(proxy);
  proxy.closeAllConnections = () => {
    closeRequests();
    for (const client of tunnels) client.destroy();
  };
  proxy.on("connect", (message, client, head) => {
    if (client.destroyed) return;
    tunnels.add(client);
    client.on("error", () => client.destroy()).once("close", () => tunnels.delete(client));
    tunnel(message, client, head).catch((error: unknown) => client.destroy(error instanceof Error ? error : undefined));
  });
  return proxy;
}

const portOf = ({ port, protocol }: URL): number => (port === "" ? (protocol === "http:" ? 80 : 443) : Number(port));

function parseTarget(url: string): URL | undefined {
  const target = URL.parse(url);
  return target && target.hostname !== "" ? target : undefined;
}

/** Returns the headers to forward, with all values of repeated ones. */
function withoutHops({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  const named = new Set((headersDistinct.connection ?? []).flatMap((names) => names.toLowerCase().split(/[\s,]+/)));
  return Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) =>
      HOP_HEADERS.has(name) || named.has(name) || name === "host" || !values ? [] : [[name, values]],
    ),
  );
}

/** Returns status and reason of an error, without internal details. */
function explain(error: unknown): { status: number; words: string } {
  if (!(error instanceof NetworkError)) return { status: 502, words: "it failed" };
  const isRefused = error.problem === "egress-off" || error.problem === "address-not-allowed";
  return { status: isRefused ? 403 : 502, words: error.message };
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, words } = explain(error);
  answer(response, status, words);
}

const answer = (response: ServerResponse, status: number, words: string): void =>
  void response.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(`${words}\n`);

const REASONS: Record<number, string> = { 400: "Bad Request", 403: "Forbidden", 502: "Bad Gateway" };

/** Rejects a tunnel and closes it, so that a client that does not hang up occupies no connection. */
const refuse = (client: Duplex, status: number, words: string): void =>
  void client.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? "Refused"}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(words) + 1}\r\nconnection: close\r\n\r\n${words}\n`,
    () => client.destroy(),
  );
