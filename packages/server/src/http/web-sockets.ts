import type { IncomingMessage } from "node:http";
import websocket from "@fastify/websocket";
import { PROXY_PROTOCOL, SERVICE_RESTART } from "@terrarium/contract/proxy";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { closeSocket } from "../sockets/live-socket.ts";

/** Longest accepted message: scrcpy's largest clipboard is 256 KiB, and a pasted text may be longer. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** Whether a request is for a WebSocket. Ignores offers of another protocol, such as h2c (RFC 9110, 7.8). */
export const asksForSocket = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

/**
 * Registers routes that accept WebSockets (`wsHandler`). Other routes treat a WebSocket request as an ordinary request.
 */
export function addWebSockets(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  // Data that follows such a request is not read.
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.upgrade !== undefined) reply.header("connection", "close");
  });
  // No other code closes the connection of an upgrade answered by HTTP, on any path. Its client may never close it.
  app.addHook("onResponse", async (request) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon();
  });
  void app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: MESSAGE_BYTES_MAX,
        // Never selects the token, because the response would contain it.
        handleProtocols: (offered) => (offered.has(PROXY_PROTOCOL) ? PROXY_PROTOCOL : false),
      },
      errorHandler: (error, socket, request) => {
        // `ws` already responds to a peer that breaks the WebSocket protocol or sends too much.
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
