import type { IncomingMessage } from "node:http";
import websocket from "@fastify/websocket";
import { PROXY_PROTOCOL, SERVICE_RESTART } from "@terrarium/contract/proxy";
import type { FastifyInstance } from "fastify";
import { AppError } from "../base/app-error.ts";
import { closeSocket } from "../sockets/live-socket.ts";

/** The longest message that is taken: scrcpy's largest clipboard is 256 KiB, a pasted text may be longer. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** Whether a request is for a WebSocket: an offer to go on with another protocol, such as h2c, is passed over (RFC 9110, 7.8). */
export const asksForSocket = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

/** Registers routes that take WebSockets (`wsHandler`): on others, a request for one is a request like any. */
export function addWebSockets(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  // Of what came with such a request, behind it, nothing is read.
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.upgrade !== undefined) reply.header("connection", "close");
  });
  // Nobody else looks after the connection of an upgrade that was answered, on whatever path; its client may never end it.
  app.addHook("onResponse", async (request) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon();
  });
  void app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: MESSAGE_BYTES_MAX,
        // Never the token, which would then stand in the answer.
        handleProtocols: (offered) => (offered.has(PROXY_PROTOCOL) ? PROXY_PROTOCOL : false),
      },
      errorHandler: (error, socket, request) => {
        // A peer that breaks the WebSocket protocol, or sends too much, has already been answered by `ws`.
        request.log.debug({ err: error }, "live socket broke");
        socket.terminate();
      },
      preClose(done) {
        for (const client of scope.websocketServer.clients)
          closeSocket(client, SERVICE_RESTART, new AppError("shutting_down").message);
        done();
      },
    });
    register(scope);
  });
}
