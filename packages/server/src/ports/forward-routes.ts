import type { Duplex } from "node:stream";
import { SERVICE_RESTART } from "@terrarium/contract/proxy";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { keepsAlive } from "@terrarium/platform/base/caller";
import { networkOf } from "@terrarium/platform/base/network-of";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasBody } from "../http/open-bodies.ts";
import { hasTrailingSlash } from "../http/trailing-slash.ts";
import { asksForSocket } from "../http/web-sockets.ts";
import { whenGone } from "../http/when-gone.ts";
import type { FrameRelay } from "../sockets/frame-relay.ts";
import { closingOf, watchAccess } from "../sockets/live-socket.ts";
import { findCaller, keepToken, tokenInQuery } from "./access.ts";
import { type Forwarded, forwardRequest, forwardSocket, unreachable } from "./forward.ts";
import { parsePortHost, parsePortPath, PORT_HOST_ROUTE, type PortAddress, targetOf } from "./port-host.ts";
import { PortSlots } from "./port-slots.ts";
import type { PortAccess, PortService } from "./service.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

interface ForwardParts {
  ports: Pick<PortService, "requireAccess">;
  devices: Pick<DeviceSessions, "get">;
  accessChanges: Pick<AccessChanges, "subscribe">;
  /** Keeps a sandbox alive while a caller is connected. */
  holdOpen: (sandboxId: string) => () => void;
  portDomain: string | undefined;
}

type Asked = PortAddress & { target: string; prefix: string | undefined };

/**
 * Forwards requests to programs in boxes, by HTTP and WebSocket: below `/api/v1/boxes/{boxId}/ports/{port}/`, and at
 * hosts such as `8080-sbx_….localhost`.
 */
export function registerPortForwarding(app: FastifyInstance, parts: ForwardParts): void {
  const slots = new PortSlots();
  const relays = new Set<FrameRelay>();

  async function forward(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
    const isSocket = asksForSocket(request.raw);
    const origin = { isOwnOrigin: asked.prefix === undefined, isSocket };
    const authorize = () => parts.ports.requireAccess(() => findCaller(app, request, origin), asked);
    let refuse: (error: unknown) => void = () => reply.raw.destroy();
    const watch = watchAccess(authorize, parts.accessChanges, (error) => refuse(error));
    whenGone(reply, () => watch.stop());
    const access = await watch.authorize();
    const device = await open(request, reply, access, asked);
    const to: Forwarded = { ...asked, device, hasBody: hasBody(request) };
    if (!isSocket) {
      await forwardRequest(request, reply, to);
      return reply;
    }
    const relay = await forwardSocket(request, reply, to, () =>
      authorize().then(
        () => relay?.end(1001, "The program closed the connection"),
        (error: unknown) => refuse(error),
      ),
    );
    if (relay) {
      refuse = (error) => {
        const { code, reason } = closingOf(error, request);
        relay.end(code, reason);
      };
      relays.add(relay);
      whenGone(reply, () => relays.delete(relay));
    }
    return reply;
  }

  /** Counts the connection and opens its other end. Rejects with socket_limit and port_unreachable. */
  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller, device, organizationId }: PortAccess,
    { boxId: sandboxId, port }: PortAddress,
  ): Promise<Duplex> {
    const gone = new AbortController();
    whenGone(reply, () => gone.abort(new AppError("port_unreachable", { port, detail: "the client left" })));
    if (caller) {
      app.countCall(reply, caller);
      app.countBody(request, reply, caller);
    }
    const network = caller ? undefined : networkOf(request.ip);
    const free = await slots.take({ sandboxId, organizationId, network }, gone.signal);
    whenGone(reply, free);
    if (caller && keepsAlive(caller)) whenGone(reply, parts.holdOpen(sandboxId));
    const session = await parts.devices.get(device);
    const socket = await session.openSocket(`tcp:${port}`).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "device_failed")
        throw unreachable(port, "no program listens there", error);
      throw error;
    });
    whenGone(reply, () => socket.destroy());
    return socket;
  }

  const schema = { hide: true };
  const config = (forwardedAt: "console" | "own-origin") => ({ config: { forwardedAt }, exposeHeadRoute: false });
  void app.register(async (scope) => {
    // Bodies are streams, whatever their content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));

    for (const url of ["/api/v1/boxes/:boxId/ports/:port", "/api/v1/boxes/:boxId/ports/:port/*"])
      scope.route({
        method: METHODS,
        url,
        schema,
        ...config("console"),
        handler: async (request, reply) => {
          const isWhole = url.endsWith("*") || hasTrailingSlash(request);
          if (!isWhole) return reply.redirect(`${request.url.replace(/\?.*$/, "")}/`, 308);
          const asked = parsePortPath(request.url);
          if (!asked) throw new AppError("not_found", { path: request.url.split("?", 1)[0] });
          return forward(request, reply, asked);
        },
      });

    scope.route({
      method: METHODS,
      url: PORT_HOST_ROUTE,
      schema,
      ...config("own-origin"),
      handler: async (request, reply) => {
        const address = parsePortHost(request.headers.host, parts.portDomain);
        const target = targetOf(request.raw);
        if (address === undefined || address === "invalid" || target === undefined)
          throw new AppError("not_found", { path: request.raw.url });
        const given = tokenInQuery(request, target);
        if (!given) return forward(request, reply, { ...address, target, prefix: undefined });
        const caller = await app.authenticate(given.token);
        if (caller.kind !== "box-token") throw new AppError("unauthorized");
        await app.admit(request, caller);
        await parts.ports.requireAccess(async () => caller, address);
        return keepToken(request, reply, { ...given, endsInMs: caller.endsInMs ?? 0 });
      },
    });
  });

  app.addHook("preClose", async () => {
    for (const relay of relays) relay.end(SERVICE_RESTART, new AppError("shutting_down").message);
  });
}
