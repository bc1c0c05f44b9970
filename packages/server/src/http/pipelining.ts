import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MAX_PIPELINED } from "@terrarium/contract/limits";
import type { FastifyInstance } from "fastify";
import { whenGone } from "./when-gone.ts";

/**
 * Ends connections on which more requests wait for their answers than clients send: each is held from when it comes, and
 * a packet has hundreds of them. A request begins when the one before it is answered: an answer that is made earlier is
 * held until then, where the bound of answers that are not read does not see it.
 */
export function addPipelineBound(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  const latest = new WeakMap<Socket, ServerResponse>();
  app.addHook("onRequest", (request, reply, next) => {
    const { socket } = request.raw;
    const count = waiting.get(socket) ?? 0;
    // Nobody is left to answer: it goes no further.
    if (count >= MAX_PIPELINED) return void socket.destroy();
    waiting.set(socket, count + 1);
    reply.raw.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    const before = latest.get(socket);
    latest.set(socket, reply.raw);
    if (!before) return next();
    // It has the connection by then, unless that is gone or the one before was its last.
    whenGone({ raw: before }, () => void (reply.raw.socket && next()));
  });
}
