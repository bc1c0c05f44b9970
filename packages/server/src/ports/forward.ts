import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { PORT_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type FrameRelay, relayFrames } from "../sockets/frame-relay.ts";
import { headersFromBox } from "./from-box.ts";
import { headersToBox } from "./to-box.ts";

const MAX_HEADERS = 200;
const LOOK_MS = 15_000;

/** A request to forward, after its caller was admitted. */
export interface Forwarded {
  /** Connection to the program. Used for this request alone, so that no other can follow a misread one. */
  device: Duplex;
  port: number;
  /** Path and query for the program. */
  target: string;
  /** Path prefix at the console's origin. Undefined: the port has an origin of its own. */
  prefix: string | undefined;
  hasBody: boolean;
}

/**
 * Forwards a request and streams both bodies. Resolves when the response begins. Rejects with port_unreachable; a
 * response that breaks off breaks off at the client.
 */
export async function forwardRequest(request: FastifyRequest, reply: FastifyReply, to: Forwarded): Promise<void> {
  const asked = ask(request, reply, to);
  const { raw } = request;
  if (to.hasBody) {
    pipeline(raw, asked, () => undefined);
    raw.once("error", () => asked.destroy());
  } else asked.end();
  send(reply, await answered(asked, to), to);
}

/**
 * Forwards a WebSocket as bytes, with the options that both ends agree on. Resolves with undefined if the program
 * answers by HTTP instead. Rejects with port_unreachable.
 */
export async function forwardSocket(
  request: FastifyRequest,
  reply: FastifyReply,
  to: Forwarded,
  onServerGone: () => void,
): Promise<FrameRelay | undefined> {
  const asked = ask(request, reply, to, { connection: "Upgrade", upgrade: "websocket" });
  const upgraded = new Promise<[IncomingMessage, Buffer]>((resolve) =>
    asked.once("upgrade", (answer, _socket, head) => resolve([answer, head])),
  );
  const answer = answered(asked.end(), to);
  const first = await Promise.race([upgraded, answer]);
  if (!Array.isArray(first)) {
    send(reply, first, to);
    return undefined;
  }
  // A connection that was upgraded has no other response.
  answer.catch(() => undefined);
  const [{ rawHeaders }, head] = first;
  const client = request.raw.socket;
  if (client.destroyed || reply.sent) {
    to.device.destroy();
    return undefined;
  }
  reply.hijack();
  client.setNoDelay(true).setKeepAlive(true);
  client.write(acceptance(headersFromBox(rawHeaders, to)));
  if (head.length > 0) to.device.unshift(head);
  return relayFrames(client, to.device, onServerGone);
}

function ask(
  request: FastifyRequest,
  reply: FastifyReply,
  { device, port, target, prefix }: Forwarded,
  more = {},
): ClientRequest {
  const { headers, host, protocol, ip, raw } = request;
  const isChunked = headers["transfer-encoding"] !== undefined;
  const asked = httpRequest({
    createConnection: () => device,
    setHost: false,
    method: raw.method,
    path: target,
    maxHeaderSize: PORT_LIMITS.headerBytes,
    headers: {
      ...headersToBox({ headers, port, host, protocol, ip, prefix }),
      ...(isChunked && { "transfer-encoding": "chunked" }),
      ...more,
    },
  });
  asked.maxHeadersCount = MAX_HEADERS;
  // The client's end is the end of the request.
  reply.raw.once("close", () => device.destroy());
  closeWhenIdle(raw.socket, device);
  return asked;
}

function answered(asked: ClientRequest, { port }: Forwarded): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once("response", resolve);
    asked.on("error", (cause) =>
      reject(unreachable(port, "the program closed the connection or did not answer in HTTP", cause)),
    );
  });
}

export const unreachable = (port: number, detail: string, cause?: unknown): AppError =>
  new AppError("port_unreachable", { port, detail }, { cause });

function send(reply: FastifyReply, answer: IncomingMessage, to: Forwarded): void {
  const { device } = to;
  if (reply.raw.destroyed || reply.sent) return void device.destroy();
  reply.hijack();
  try {
    reply.raw.writeHead(answer.statusCode ?? 502, headersFromBox(answer.rawHeaders, to));
    reply.raw.flushHeaders();
  } catch {
    // A header that this server must not send.
    device.destroy();
    return void reply.raw.destroy();
  }
  pipeline(answer, reply.raw, () => device.destroy());
}

/** Closes the connection to the program once the client's connection has been silent for too long. */
function closeWhenIdle(client: Socket, device: Duplex): void {
  let seenBytes = -1;
  let seenAt = Date.now();
  const look = setInterval(() => {
    const bytes = client.bytesRead + client.bytesWritten;
    if (bytes !== seenBytes) [seenBytes, seenAt] = [bytes, Date.now()];
    else if (Date.now() - seenAt >= PORT_LIMITS.idleMs) device.destroy();
  }, LOOK_MS);
  device.once("close", () => clearInterval(look));
}

function acceptance(headers: readonly string[]): string {
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return [...lines, "\r\n"].join("\r\n");
}
