import type { Socket } from "node:net";
import { MAX_PIPELINED } from "@terrarium/contract/limits";
import type { FastifyInstance } from "fastify";

/**
 * Ends connections on which more requests wait for their answers than clients send: each is held from when it comes, and
 * a packet has hundreds of them.
 */
export function addPipelineBound(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>();
  app.addHook("onRequest", (request, reply, next) => {
    const { socket } = request.raw;
    const count = waiting.get(socket) ?? 0;
    // Nobody is left to answer: it goes no further.
    if (count >= MAX_PIPELINED) return void socket.destroy();
    waiting.set(socket, count + 1);
    reply.raw.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    next();
  });
}
