import type { BoxRight } from "@terrarium/contract/box-rights";
import { PROXY_ACTIONS } from "@terrarium/contract/proxy";
import { LOG_REACHED, type ScreenSocketEvent, SocketQuery } from "@terrarium/contract/proxy-messages";
import type { Scope } from "@terrarium/contract/scope";
import type { SandboxDevice } from "@terrarium/device-control/access/device-access";
import type { DeviceActionService, DoneAction } from "@terrarium/device-control/action-log/service";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, hasScope, requireScope } from "@terrarium/platform/base/caller";
import { requireStorable } from "@terrarium/platform/base/storable";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { z } from "zod";
import { type Authenticate, readBearerToken } from "../http/authenticate.ts";
import { explainIssues } from "../http/explain-issue.ts";
import { EMBEDDABLE_POLICY } from "../http/security-headers.ts";
import { hasTrailingSlash } from "../http/trailing-slash.ts";
import type { LastLines } from "../last-lines/last-lines.ts";
import type { SandboxAccess, SandboxRecord } from "../sandboxes/sandbox.ts";
import { readSocketToken, runLiveSocket } from "../sockets/live-socket.ts";
import type { CountSocket } from "../sockets/socket-counter.ts";
import { deviceControls } from "./device-controls.ts";
import { addFileRoutes, type OpenSession } from "./file-routes.ts";
import { openScreenSocket } from "./screen-socket.ts";
import { openShellSocket } from "./shell-socket.ts";

const DEFAULT_TERMINAL = { rows: 24, columns: 80 };

const Params = z.object({ sandboxId: z.string().min(1).max(64) });

/** Scope and right that each socket requires. */
const SOCKET_NEEDS: Readonly<Record<SocketQuery["action"], readonly [Scope, BoxRight]>> = {
  [PROXY_ACTIONS.screen]: ["read", "view"],
  [PROXY_ACTIONS.shell]: ["drive", "shell"],
  [PROXY_ACTIONS.log]: ["read", "shell"],
};

export interface ProxyOptions {
  actions: Pick<DeviceActionService, "note" | "noting">;
  sandboxes: Pick<SandboxAccess, "requireDevice" | "findRunning">;
  devices: DeviceSessions;
  lastLines: Pick<LastLines, "add">;
  authenticate: Authenticate;
  accessChanges: Pick<AccessChanges, "subscribe">;
  countSocket: CountSocket;
  /** The HTML of the viewer. It is public, because its data requires the token. */
  viewerPage: () => Promise<string>;
}

/**
 * Serves `/api/v1/proxy/{sandboxId}/`: the viewer page, its sockets (screen, shell) and the device's files; `app` must
 * support WebSockets.
 */
export function registerProxyRoutes(app: FastifyInstance, options: ProxyOptions): void {
  void app.register(async (scope) => {
    // Uploads are streams, whatever their content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));

    const device: FindDevice = async (request, token, sandboxId) => {
      const caller = await options.authenticate(token);
      await app.admit(request, caller);
      return { caller, target: await options.sandboxes.requireDevice(caller, sandboxId) };
    };
    const prefix = "/api/v1/proxy/:sandboxId/";

    scope.route({
      method: "GET",
      url: prefix,
      schema: { hide: true },
      handler: async (request, reply) =>
        // The page loads its resources relative to this path.
        hasTrailingSlash(request)
          ? reply.type("text/html; charset=utf-8").send(await options.viewerPage())
          : reply.redirect(`${request.url.split("?", 1)[0]}/`, 308),
      wsHandler: (socket, request) => void serveSocket(socket, request, device, options),
    });
    scope.get(`${prefix}embed`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header("content-security-policy", EMBEDDABLE_POLICY)
        .type("text/html; charset=utf-8")
        .send(await options.viewerPage()),
    );
    const openSession: OpenSession = async (request, reply, sandboxId, scope) => {
      const { caller, target } = await device(request, readBearerToken(request), sandboxId);
      requireScope(caller, scope, "files");
      app.countBody(request, reply, caller);
      const session = await options.devices.get(target);
      return { session, noting: (action, work) => options.actions.noting(caller, sandboxId, action, work) };
    };
    addFileRoutes(scope, prefix, openSession);
  });
}

type FindDevice = (
  request: FastifyRequest,
  token: string,
  sandboxId: string,
) => Promise<{ caller: Caller; target: SandboxDevice }>;

async function serveSocket(
  socket: WebSocket,
  request: FastifyRequest,
  device: FindDevice,
  {
    actions,
    devices,
    accessChanges,
    countSocket,
    lastLines,
    sandboxes,
  }: Pick<ProxyOptions, "actions" | "devices" | "accessChanges" | "countSocket" | "lastLines" | "sandboxes">,
): Promise<void> {
  const find = async () => {
    const access = await device(request, readSocketToken(request), readParams(request).sandboxId);
    requireScope(access.caller, ...SOCKET_NEEDS[readSocketQuery(request).action]);
    return access;
  };
  const running = async (sandboxId: string) => {
    const sandbox = await sandboxes.findRunning(sandboxId);
    if (!sandbox) throw new AppError("sandbox_not_running", { sandboxId });
    return sandbox;
  };
  await runLiveSocket({
    socket,
    request,
    accessChanges,
    authorize: find,
    open: async ({ caller, target }, end) => {
      const query = readSocketQuery(request);
      countSocket(socket, caller, target.sandboxId, query.action);
      const note = (action: DoneAction) => actions.note(caller, target.sandboxId, action);
      if (query.action === PROXY_ACTIONS.screen) {
        const about = describe(await running(target.sandboxId), caller);
        tell(socket, about);
        const session = await devices.get(target);
        // The screen does not wait for them, and reports a failing device itself.
        void deviceControls(caller, target.kind, session).then(
          (controls) => tell(socket, { ...about, controls }),
          () => undefined,
        );
        return openScreenSocket(socket, session, {
          note: hasScope(caller, "drive", "input") ? note : undefined,
          seesClipboard: hasScope(caller, "read", "input"),
          end,
        });
      }
      const session = await devices.get(target);
      if (query.action === PROXY_ACTIONS.log) {
        const deviceLog = await session.openLog();
        tell(socket, LOG_REACHED);
        return openShellSocket(socket, deviceLog, end);
      }
      const { rows = DEFAULT_TERMINAL.rows, columns = DEFAULT_TERMINAL.columns } = query;
      const shell = await session.openShell({ rows, columns });
      note({ kind: "shell", detail: "" });
      shell.output.on("data", (chunk: Uint8Array) => lastLines.add(target, chunk));
      return openShellSocket(socket, shell, end);
    },
  });
}

/** Describes a sandbox for a viewer of its screen. */
function describe({ kind, name, expiresAt }: SandboxRecord, { kind: as, endsAt }: Caller) {
  const endsAtMs = as === "box-token" ? Math.min(expiresAt, endsAt ?? Infinity) : expiresAt;
  const described = { type: "sandbox", kind, endsAt: new Date(endsAtMs).toISOString() } as const;
  return name === null ? described : { ...described, name };
}

const tell = (socket: WebSocket, event: ScreenSocketEvent | typeof LOG_REACHED): void =>
  socket.send(JSON.stringify(event));

function readParams(request: FastifyRequest): z.infer<typeof Params> {
  const params = Params.safeParse(request.params);
  if (!params.success) throw new AppError("invalid_request", { detail: "the sandbox id" });
  // A socket's parameters have not been validated before.
  requireStorable(params.data);
  return params.data;
}

function readSocketQuery(request: FastifyRequest): SocketQuery {
  const query = SocketQuery.safeParse(request.query);
  if (query.success) return query.data;
  throw new AppError("invalid_request", { detail: explainIssues(query.error.issues, "the address of the socket") });
}
