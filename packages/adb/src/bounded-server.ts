import { createServer as createHttp, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createTcp, type ServerOpts, type Server as TcpServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Every server of ours that listens is made here, so that none is without bounds. */
interface ConnectionBounds {
  /** Connections at once; more are closed as they come. */
  maxConnections: number;
  /** Connections at once of one client, known by its address. All clients of a socket file are one. */
  maxPerClient?: number;
  /** Connections at once of several servers together. */
  pool?: ConnectionPool;
}

/** Connections that several servers may have open together. */
export class ConnectionPool {
  readonly #max: number;
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a connection until it closes. Returns false, and counts nothing, if there is no room. */
  add(socket: Socket): boolean {
    if (this.#open >= this.#max) return false;
    this.#open += 1;
    socket.once("close", () => (this.#open -= 1));
    return true;
  }
}

export interface HttpBounds extends ConnectionBounds {
  /** Requests on one connection without an answer. A connection with more is closed: clients hardly pipeline. */
  maxInFlight: number;
  /** Requests on one connection; the last answer closes it. Default: any number. */
  maxRequests?: number;
  /** Time until a request's headers are whole, in milliseconds. */
  headersMs: number;
  /** Time until a whole request has come, in milliseconds; 0: any, where bodies have a pace of their own. */
  requestMs: number;
  /** Time between an answer and the next request, in milliseconds. */
  keepAliveMs: number;
  /** Time without a byte in either direction, in milliseconds; 0: any. */
  idleMs: number;
}

const MAX_HEADERS = 200;
/** How often Node looks for requests that are late. */
const CHECK_INTERVAL_MS = 5_000;

/** Creates an HTTP server within bounds. A CONNECT or upgrade counts no longer once its handler has the socket. */
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
      // Node goes on with what has come in the same packet.
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
  // The socket is not HTTP's any more, and its answer would stand among those of the requests before it.
  server.on("connect", (_message, socket) => {
    if ((inFlight.get(socket) ?? 0) > 0) socket.destroy();
  });
  bound(server, bounds);
  return server;
}

/** Creates a server of plain sockets within bounds. */
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
  // Before whoever serves the connection.
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
