import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { whenGone } from "./when-gone.ts";

/**
 * Starts a request when the one before it on the same connection is answered. Node would hold an earlier answer until
 * then, where the bound of unread answers does not see it. The server itself bounds how many wait.
 */
export function addRequestOrder(app: FastifyInstance): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  app.addHook("onRequest", (request, reply, next) => {
    const { socket } = request.raw;
    const before = latest.get(socket);
    latest.set(socket, reply.raw);
    if (!before) return next();
    // It has the connection by then, unless that is gone or the one before was its last.
    whenGone({ raw: before }, () => void (reply.raw.socket && next()));
  });
}
