import type { SessionEnd } from "@terrarium/device-control/device/device-session";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { type LiveConnection, runLiveSocket } from "./live-socket.ts";

interface ServedSocket<Access> {
  request: FastifyRequest;
  socket: WebSocket;
  access: Access;
  end: (end: SessionEnd) => void;
}

/**
 * Serves live sockets at a URL; `app` must support WebSockets. Unauthorized callers are rejected before the socket
 * opens. `params` is the schema of the URL's parameters, if any. For the other options see `runLiveSocket`.
 */
export function serveLiveSocket<Access extends { caller: Caller }>(
  app: FastifyInstance,
  options: {
    url: string;
    params?: object;
    accessChanges: Pick<AccessChanges, "subscribe">;
    authorize: (request: FastifyRequest) => Promise<Access>;
    open: (served: ServedSocket<Access>) => Promise<LiveConnection>;
  },
): void {
  const { url, params, accessChanges, authorize, open } = options;
  app.route({
    method: "GET",
    url,
    schema: { hide: true, ...(params && { params }) },
    preHandler: async (request) => void (await authorize(request)),
    handler: () => {
      throw new AppError("invalid_request", { detail: "this address accepts only WebSockets" });
    },
    wsHandler: (socket, request) =>
      runLiveSocket({
        socket,
        request,
        accessChanges,
        authorize: () => authorize(request),
        open: (access, end) => open({ request, socket, access, end }),
      }),
  });
}
