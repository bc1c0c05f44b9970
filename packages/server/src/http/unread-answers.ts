import type { Socket } from "node:net";
import { UNREAD_ANSWERS } from "@terrarium/contract/limits";
import type { FastifyInstance } from "fastify";
import { networkOf } from "../base/network-of.ts";
import { openSockets } from "./listener.ts";

export interface UnreadAnswers {
  stalledMs: number;
  totalBytes: number;
}

/** How often is looked how much all clients together have not read. */
const LOOK_MS = 500;

/**
 * Bounds what is held of answers that clients ask for and do not read. A connection on which nothing of an answer moves
 * for `stalledMs` is cut. When more than `totalBytes` wait on all connections, those of the network that has the most are
 * cut, the largest first.
 */
export function addUnreadBound(app: FastifyInstance, { stalledMs, totalBytes }: UnreadAnswers = UNREAD_ANSWERS): void {
  const sockets = openSockets(app);
  app.addHook("onRequest", (request, reply, next) => {
    const { socket } = request.raw;
    // Nothing moves either while the answer is still being made: that is no fault of the client's.
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
    // Without an address it is closing.
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
