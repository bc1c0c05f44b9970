import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { whenGone } from "./when-gone.ts";

/**
 * Starts a request after the response to the previous one on the same connection. Otherwise Node would buffer early
 * responses, invisible to the limit of unread responses. `HttpBounds.maxInFlight` limits the waiting requests.
 */
export function addRequestOrder(app: FastifyInstance): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  app.addHook("onRequest", (request, reply, next) => {
    const { socket } = request.raw;
    const before = latest.get(socket);
    latest.set(socket, reply.raw);
    if (!before) return next();
    // The response has its socket by then, unless the connection is closed or the previous response was its last.
    whenGone({ raw: before }, () => void (reply.raw.socket && next()));
  });
}
