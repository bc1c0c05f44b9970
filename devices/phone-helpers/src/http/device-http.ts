import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import { createHttpServer } from "@terrarium/bounds/bounded-server";
import { GatheredBytes } from "@terrarium/bounds/gathered-bytes";

/** Limits of a helper's server. Its clients come through `adb forward`, so they belong to the phone's own team. */
const BOUNDS = {
  maxConnections: 16,
  maxInFlight: 4,
  headersMs: 30_000,
  requestMs: 60_000,
  keepAliveMs: 300_000,
  idleMs: 0,
};
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A request with its whole body. */
export interface DeviceHttpRequest {
  method: string;
  /** Path and query. */
  url: URL;
  body: Buffer;
  /** Aborts when the client has disconnected. */
  gone: AbortSignal;
}

type DeviceHttpHandler = (request: DeviceHttpRequest, response: ServerResponse) => Promise<void>;

/**
 * Serves HTTP at an address of the device, such as `tcp:6790`, until the signal aborts; then closes all connections.
 * Throws or rejects if the address is in use. A handler that throws ends its connection.
 */
export async function serveHttp(
  sockets: DeviceSockets,
  address: string,
  signal: AbortSignal,
  handler: DeviceHttpHandler,
): Promise<void> {
  const connections = new Set<Duplex>();
  const server = createHttpServer(BOUNDS, (message, response) => void handle(message, response, handler));
  const listening = await sockets.listen(address, (connection) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
    // A client that resets its connection is no error of the device.
    connection.on("error", () => connection.destroy());
    server.emit("connection", connection);
  });
  const stop = () => {
    listening.stop();
    endServer(server, connections);
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
}

function endServer(server: Server, connections: ReadonlySet<Duplex>): void {
  for (const connection of connections) connection.destroy();
  server.removeAllListeners();
}

async function handle(message: IncomingMessage, response: ServerResponse, handler: DeviceHttpHandler): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    const body = await bodyOf(message);
    if (!body) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    const url = URL.parse(message.url ?? "/", "http://device");
    if (!url) {
      response.writeHead(400, { connection: "close" }).end();
      return;
    }
    await handler({ method: message.method ?? "GET", url, body, gone: gone.signal }, response);
  } catch {
    response.destroy();
  }
}

/** Returns the body; undefined if it is too large. */
async function bodyOf(message: IncomingMessage): Promise<Buffer | undefined> {
  const gathered = new GatheredBytes();
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    gathered.add(chunk);
  }
  return gathered.bytes();
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": body.length });
  response.end(body);
}
