import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline, type Duplex } from "node:stream";
import { allowedAddresses, type Egress, type Resolve } from "./egress.ts";
import { NetworkError } from "./network-error.ts";
import { pinnedLookup } from "./pinned-lookup.ts";

/** What a gate lets through, and how much of it at once. */
export interface HttpGateOptions {
  egress: Egress;
  resolve: Resolve;
  /** How many connections it has to each client, known by its address; at a socket file all are one. */
  maxConnections?: number;
}

const MAX_CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 10_000;
/** Nothing moved on a connection for so long: it is over. */
const IDLE_TIMEOUT_MS = 300_000;
/** Headers that are between two neighbours (RFC 9110, section 7.6.1), and what is said to proxies alone. */
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
 * An HTTP proxy (RFC 9110: CONNECT, and requests with the whole URL of http) that connects to the addresses which the rules
 * allow, and to those alone: a name is looked up once. What is refused is answered with 403 and the reason, what cannot be
 * reached with 502. The caller listens with it, and closes it; closing all its connections ends tunnels too.
 */
export function createHttpGate({ egress, resolve, maxConnections = MAX_CONNECTIONS }: HttpGateOptions): Server {
  /** Throws NetworkError. */
  async function connectTo(hostName: string, port: number): Promise<Socket> {
    const addresses = await allowedAddresses(hostName, egress, resolve);
    const socket = connect({ host: hostName, port, lookup: pinnedLookup(addresses), autoSelectFamily: true });
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
      const socket = await connectTo(target.hostname, portOf(target));
      if (client.destroyed) return void socket.destroy();
      socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) socket.write(head);
      // The end of one is the end of both; what broke off is nobody's fault here.
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
      const addresses = await allowedAddresses(target.hostname, egress, resolve);
      const upstream = request(target, {
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
          // The other end's numbers and words are not always those of HTTP.
          giveUp(error);
          return void upstream.destroy();
        }
        pipeline(answered, response, () => undefined);
      });
      // It may also end without an error: by going over to another protocol, which nobody asked for.
      upstream.on("error", giveUp).on("close", () => giveUp());
      response.on("close", () => upstream.destroy());
      pipeline(message, upstream, () => undefined);
    } catch (error) {
      fail(response, error);
    }
  }

  const gate = createServer({ requestTimeout: 0 }, (message, response) => {
    forward(message, response).catch((error: unknown) => fail(response, error));
  });
  const tunnels = new Set<Duplex>();
  const closeRequests = gate.closeAllConnections.bind(gate);
  gate.closeAllConnections = () => {
    closeRequests();
    for (const client of tunnels) client.destroy();
  };
  gate.on("connect", (message, client, head) => {
    tunnels.add(client);
    client.on("error", () => client.destroy()).once("close", () => tunnels.delete(client));
    tunnel(message, client, head).catch((error: unknown) => client.destroy(error instanceof Error ? error : undefined));
  });
  const counts = new Map<string, number>();
  gate.on("connection", (socket) => {
    const { remoteAddress: client = "" } = socket;
    const count = (counts.get(client) ?? 0) + 1;
    if (count > maxConnections) return void socket.destroy();
    counts.set(client, count);
    socket.once("close", () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
  return gate;
}

const portOf = ({ port, protocol }: URL): number => (port === "" ? (protocol === "http:" ? 80 : 443) : Number(port));

function parseTarget(url: string): URL | undefined {
  const target = URL.parse(url);
  return target && target.hostname !== "" ? target : undefined;
}

/** With all values of a header that is there several times. */
function withoutHops({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  const named = new Set((headersDistinct.connection ?? []).flatMap((names) => names.toLowerCase().split(/[\s,]+/)));
  return Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) =>
      HOP_HEADERS.has(name) || named.has(name) || name === "host" || !values ? [] : [[name, values]],
    ),
  );
}

/** The words tell no more than whoever asked may know. */
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

/** A client that does not hang up then holds no connection. */
const refuse = (client: Duplex, status: number, words: string): void =>
  void client.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? "Refused"}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(words) + 1}\r\nconnection: close\r\n\r\n${words}\n`,
    () => client.destroy(),
  );
