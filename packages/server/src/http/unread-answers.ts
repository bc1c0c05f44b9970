import type { Socket } from "node:net";
import { UNREAD_ANSWERS } from "@terrarium/contract/limits";
import { networkOf } from "@terrarium/platform/base/network-of";
import type { FastifyInstance } from "fastify";
import { openSockets } from "./listener.ts";

export interface UnreadAnswers {
  stalledMs: number;
  totalBytes: number;
}

/** Interval between checks of all clients' unread data. */
const LOOK_MS = 500;

/**
 * Limits the buffered responses that clients do not read. Cuts a connection if its response makes no progress for
 * `stalledMs`. If more than `totalBytes` wait on all connections, cuts those of the network with the most, the largest
 * first.
 */
export function addUnreadBound(app: FastifyInstance, { stalledMs, totalBytes }: UnreadAnswers = UNREAD_ANSWERS): void {
  const sockets = openSockets(app);
  app.addHook("onRequest", (request, reply, next) => {
    const { socket } = request.raw;
    // A response that is still being made does not progress either. The client is not at fault then.
    reply.raw.setTimeout(stalledMs, () => void (socket.writableLength > 0 && socket.destroy()));
    next();
  });
  const looking = setInterval(() => cutLargest(sockets, totalBytes), LOOK_MS).unref();
  app.addHook("onClose", () => clearInterval(looking));
}

interface Unread {
  bytes: number;
  sockets: Socket[];
}

function cutLargest(sockets: ReadonlySet<Socket>, totalBytes: number): void {
  let bytes = 0;
  for (const { writableLength } of sockets) bytes += writableLength;
  if (bytes <= totalBytes) return;
  const byNetwork = new Map<string, Unread>();
  for (const socket of sockets) {
    // A socket without an address is closing.
    const network = networkOf(socket.remoteAddress ?? "");
    const unread = byNetwork.get(network) ?? { bytes: 0, sockets: [] };
    byNetwork.set(network, unread);
    unread.bytes += socket.writableLength;
    unread.sockets.push(socket);
  }
  for (const { sockets: own } of byNetwork.values())
    own.sort((one, other) => one.writableLength - other.writableLength);
  while (bytes > totalBytes) {
    const most = [...byNetwork.values()].reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const largest = most.sockets.pop();
    if (!largest) return;
    most.bytes -= largest.writableLength;
    bytes -= largest.writableLength;
    largest.destroy();
  }
}
