import { createServer as createHttp, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTcp, type ServerOpts, type Server as TcpServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Limits of a server. All listening servers are created in this file, so that none is without limits. */
interface ConnectionBounds {
  /** Limit of concurrent connections; further ones are closed. */
  maxConnections: number;
  /** Limit of concurrent connections per client, identified by address. All clients of a socket file count as one. */
  maxPerClient?: number;
  /** Connection limit shared with other servers. */
  pool?: ConnectionPool;
}

/** Limit of the connections that several servers have open together. */
export class ConnectionPool {
  readonly #max: number;
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a connection until it closes. Returns false without counting if there is no room. */
  add(socket: Socket): boolean {
    if (this.#open >= this.#max) return false;
    this.#open += 1;
    socket.once("close", () => (this.#open -= 1));
    return true;
  }
}

export interface HttpBounds extends ConnectionBounds {
  /**
   * Limit of requests without a response on one connection. A connection with more is closed: clients rarely pipeline.
   */
  maxInFlight: number;
  /** Limit of requests on one connection; the last response closes it. Default: unlimited. */
  maxRequests?: number;
  /** Timeout for a request's complete headers, in milliseconds. */
  headersMs: number;
  /** Timeout for a complete request, in milliseconds; 0: none, for bodies with a pace of their own. */
  requestMs: number;
  /** Timeout between a response and the next request, in milliseconds. */
  keepAliveMs: number;
  /** Timeout without data in either direction, in milliseconds; 0: none. */
  idleMs: number;
}

const MAX_HEADERS = 200;
/** Interval of Node's checks for late requests. */
const CHECK_INTERVAL_MS = 5_000;

/** Creates an HTTP server with limits. A CONNECT or upgrade no longer counts once its handler has the socket. */
export function createHttpServer(bounds: HttpBounds, listener: RequestListener, options: ServerOptions = {}): Server {
  const inFlight = new WeakMap<Duplex, number>();
  const server = createHttp(
    {
      ...options,
      headersTimeout: bounds.headersMs,
      requestTimeout: bounds.requestMs,
      keepAliveTimeout: bounds.keepAliveMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (message, response) => {
      const { socket } = message;
      // Node continues with the rest of the same packet.
      if (socket.destroyed) return;
      const count = inFlight.get(socket) ?? 0;
      if (count >= bounds.maxInFlight) return void socket.destroy();
      inFlight.set(socket, count + 1);
      response.once("close", () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
      listener(message, response);
    },
  );
  server.maxHeadersCount = MAX_HEADERS;
  server.maxRequestsPerSocket = bounds.maxRequests ?? 0;
  server.timeout = bounds.idleMs;
  // The socket is no longer HTTP, so its response would mix with those of earlier requests.
  server.on("connect", (_message, socket) => {
    if ((inFlight.get(socket) ?? 0) > 0) socket.destroy();
  });
  bound(server, bounds);
  return server;
}

/** Creates a socket server with limits. */
export function createSocketServer(
  bounds: ConnectionBounds,
  listener?: (socket: Socket) => void,
  options: ServerOpts = {},
): TcpServer {
  const server = createTcp(options);
  bound(server, bounds);
  if (listener)
    server.on("connection", (socket) => {
      if (!socket.destroyed) listener(socket);
    });
  return server;
}

function bound(server: TcpServer, { maxConnections, maxPerClient = maxConnections, pool }: ConnectionBounds): void {
  if (Number.isFinite(maxConnections)) server.maxConnections = maxConnections;
  const counts = new Map<string, number>();
  // Must run before the connection's handler.
  server.prependListener("connection", (socket: Socket) => {
    const { remoteAddress: client = "" } = socket;
    const count = (counts.get(client) ?? 0) + 1;
    if (count > maxPerClient || pool?.add(socket) === false) return void socket.destroy();
    counts.set(client, count);
    socket.once("close", () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}
