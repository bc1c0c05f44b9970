import { createHash } from "node:crypto";
import { DEV_TOOLS_TOKEN, devToolsPath } from "@terrarium/contract/box-browser";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { CLOSE_CODES, SERVICE_RESTART } from "@terrarium/contract/proxy";
import type { SandboxDevice } from "@terrarium/device-control/access/device-access";
import { requireBrowser } from "@terrarium/device-control/access/kinds";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import {
  awaitBrowser,
  listTargets,
  openBrowserDevTools,
  openDevTools,
} from "@terrarium/device-control/browser/dev-tools";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import { pathOfUrl } from "@terrarium/devtools/discovery";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import { Slots } from "@terrarium/platform/base/slots";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { requestOrigin } from "../http/request-origin.ts";
import type { SandboxAccess, SandboxRecord } from "../sandboxes/sandbox.ts";
import { type FrameRelay, relayFrames } from "../sockets/frame-relay.ts";
import { closingOf, readSocketToken, reasonOf, watchAccess } from "../sockets/live-socket.ts";
import type { CountSocket } from "../sockets/socket-counter.ts";
import { takeWhileOpen } from "../sockets/take-while-open.ts";

const Params = z.object({
  boxId: z.string().min(1).max(64),
  kind: z.enum(["browser", "page"]).optional(),
  /** Id of a browser or page, in DevTools' form. */
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});
const Query = z.object({ [DEV_TOOLS_TOKEN]: z.string().max(200).optional() });
/** RFC 6455 1.3. */
const KEY = /^[A-Za-z0-9+/]{22}==$/;
const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

interface DevToolsRoutes {
  actions: Pick<DeviceActionService, "note">;
  sandboxes: Pick<SandboxAccess, "requireDevice"> & {
    get(caller: Caller, sandboxId: string): Promise<Pick<SandboxRecord, "organizationId">>;
  };
  devices: Pick<DeviceSessions, "get">;
  accessChanges: Pick<AccessChanges, "subscribe">;
  countSocket: CountSocket;
  publicUrl: URL | undefined;
}

interface Access {
  caller: Caller;
  device: SandboxDevice;
}

/**
 * Serves Chrome's DevTools protocol: WebSockets to the browser and its pages, with unchanged frames, and lists of both
 * over HTTP, with this server's addresses. `app` passes WebSocket requests to routes like others.
 */
export function registerDevToolsRoutes(app: FastifyInstance, parts: DevToolsRoutes): void {
  const { devices, publicUrl } = parts;
  const relays = new Set<FrameRelay>();
  const perTeam = new Slots(BROWSER_LIMITS.connections.perTeam);
  const perSandbox = new Slots(BROWSER_LIMITS.connections.perSandbox);
  const base = devToolsPath(":boxId");
  const schema = { hide: true, params: Params, querystring: Query };

  const authorize = async (request: FastifyRequest): Promise<Access> => {
    const caller = await app.authenticate(tokenOf(request));
    await app.admit(request, caller);
    requireScope(caller, "drive", "browser");
    const { boxId } = Params.parse(request.params);
    const device = await parts.sandboxes.requireDevice(caller, boxId);
    return { caller, device: requireBrowser(device, "Driving a browser") };
  };

  app.get(`${base}/json/version`, { schema }, async (request) => {
    const { device } = await authorize(request);
    const version = await awaitBrowser(await devices.get(device), device.sandboxId);
    return { ...version, webSocketDebuggerUrl: addressHere(version.webSocketDebuggerUrl, request, publicUrl) };
  });

  for (const path of ["/json", "/json/list"])
    app.get(base + path, { schema }, async (request) => {
      const { device } = await authorize(request);
      const session = await devices.get(device);
      await awaitBrowser(session, device.sandboxId);
      const targets = await listTargets(session, device.sandboxId);
      return targets.map(({ id, type, title, url, faviconUrl, webSocketDebuggerUrl }) => ({
        id,
        type,
        title,
        url,
        faviconUrl,
        ...(webSocketDebuggerUrl !== undefined && {
          webSocketDebuggerUrl: addressHere(webSocketDebuggerUrl, request, publicUrl),
        }),
      }));
    });

  /** Throws socket_limit. */
  async function count(request: FastifyRequest, { caller, device: { sandboxId } }: Access): Promise<void> {
    const client = request.raw.socket;
    const { organizationId } = await parts.sandboxes.get(caller, sandboxId);
    parts.countSocket(client, caller, sandboxId, "cdp");
    takeWhileOpen(client, perSandbox, sandboxId);
    takeWhileOpen(client, perTeam, organizationId);
  }

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = request.headers["sec-websocket-key"];
    if (request.headers.upgrade?.toLowerCase() !== "websocket" || key === undefined || !KEY.test(key))
      throw new AppError("invalid_request", {
        detail: "this address accepts WebSockets of Chrome's DevTools; use /json/version below it for HTTP",
      });
    // Registered first: a caller that loses access while the browser is awaited is rejected.
    let refusal: unknown;
    let refuse = (error: unknown): void => void (refusal ??= error);
    using watching = new DisposableStack();
    const watch = watchAccess(
      () => authorize(request),
      parts.accessChanges,
      (error) => refuse(error),
    );
    watching.defer(() => watch.stop());
    const access = await watch.authorize();
    const { sandboxId } = access.device;
    await count(request, access);
    const session = await devices.get(access.device);
    const { kind, id } = Params.parse(request.params);
    const browser =
      kind === "page"
        ? await openDevTools(session, sandboxId, `/devtools/page/${id}`, key)
        : await openBrowserDevTools(session, sandboxId, key);
    const client = request.raw.socket;
    if (refusal !== undefined || client.destroyed || reply.sent) {
      browser.destroy();
      if (refusal !== undefined) throw refusal;
      return reply;
    }
    reply.hijack();
    client.setNoDelay(true).setKeepAlive(true);
    client.write(acceptance(key));
    const requireRunning = () => parts.sandboxes.requireDevice(access.caller, sandboxId);
    const endRefused = async (refused: unknown): Promise<void> => {
      const { code, reason } = closingOf(await reasonOf(refused, requireRunning), request);
      relay.end(code, reason);
    };
    refuse = (refused) => void endRefused(refused);
    const relay = relayFrames(client, browser, () => {
      const ended = () => relay.end(CLOSE_CODES.deviceFailed, "The browser or its page was closed");
      // The browser may be gone because its sandbox ended.
      authorize(request).then(ended, refuse);
    });
    relays.add(relay);
    const held = watching.move();
    client.once("close", () => {
      relays.delete(relay);
      held.dispose();
    });
    parts.actions.note(access.caller, sandboxId, { kind: "cdp", detail: kind === "page" ? "page" : "" });
    return reply;
  }

  app.get(base, { schema }, open);
  app.get(`${base}/devtools/:kind/:id`, { schema }, open);
  app.addHook("preClose", async () => {
    for (const relay of relays) relay.end(SERVICE_RESTART, new AppError("shutting_down").message);
  });
}

/** Returns the token from the header, or from the address. Throws unauthorized. */
function tokenOf(request: FastifyRequest): string {
  return Query.parse(request.query)[DEV_TOOLS_TOKEN] ?? readSocketToken(request);
}

/** Returns the caller's address for the same resource through this server. */
function addressHere(url: string, request: FastifyRequest, publicUrl: URL | undefined): string {
  const origin = requestOrigin(request, publicUrl).replace(/^http/, "ws");
  const { boxId } = Params.parse(request.params);
  const address = new URL(devToolsPath(boxId) + pathOfUrl(url), origin);
  const token = Query.parse(request.query)[DEV_TOOLS_TOKEN];
  if (token !== undefined) address.searchParams.set(DEV_TOOLS_TOKEN, token);
  return address.href;
}

/**
 * Returns the handshake response, RFC 6455 4.2.2. It has no extensions, because none were requested from the browser.
 */
function acceptance(key: string): string {
  const accept = createHash("sha1")
    .update(key + ACCEPT_SUFFIX)
    .digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  return [...lines, `Sec-WebSocket-Accept: ${accept}`, "\r\n"].join("\r\n");
}
