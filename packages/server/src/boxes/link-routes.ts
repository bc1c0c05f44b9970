import {
  adbLocalPort,
  adbSocketPath,
  createBoxToken,
  createLiveViewUrl,
  createWebTerminalUrl,
  getAdbConnectAddress,
  getBoxTokens,
  revokeBoxToken,
} from "@terrarium/contract/box-links";
import { type BoxRight, withImplied } from "@terrarium/contract/box-rights";
import { linkUrls } from "@terrarium/contract/proxy";
import { requireScreen } from "@terrarium/device-control/access/kinds";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { DeviceTarget } from "@terrarium/device-control/device/device-session";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { BoxTokenService } from "../box-tokens/service.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { empty, serve } from "../http/serve.ts";
import type { SandboxAccess, SandboxRecord } from "../sandboxes/sandbox.ts";
import { readSocketToken } from "../sockets/live-socket.ts";
import { serveLiveSocket } from "../sockets/serve-live-socket.ts";
import type { CountSocket } from "../sockets/socket-counter.ts";
import { openAdbSocket } from "./adb-socket.ts";

/** Provider of attached phones. They keep changes made by ADB beyond the sandbox. */
const ATTACHED = "adb";

interface Sandboxes extends Pick<SandboxAccess, "requireDevice"> {
  get(caller: Caller, sandboxId: string): Promise<SandboxRecord>;
}

/** Returns the device of a sandbox with unrestricted ADB. Throws adb_withheld, and as `requireDevice` does. */
async function requireAdb(sandboxes: Sandboxes, caller: Caller, sandboxId: string): Promise<DeviceTarget> {
  const target = await sandboxes.requireDevice(caller, sandboxId);
  const { provider } = await sandboxes.get(caller, sandboxId);
  if (provider === ATTACHED) throw new AppError("adb_withheld", { sandboxId });
  return target;
}

interface BoxLinkRoutes {
  actions: Pick<DeviceActionService, "noting">;
  sandboxes: Sandboxes;
  boxTokens: Pick<BoxTokenService, "issue" | "list" | "revoke">;
  publicUrl: URL | undefined;
}

/** Serves access for others to one sandbox: tokens, and pages with a token in their address. */
export function registerBoxLinkRoutes(
  app: FastifyInstance,
  { actions, boxTokens, sandboxes, publicUrl }: BoxLinkRoutes,
): void {
  const WRITE = { limit: "write" } as const;
  const issue = (caller: Caller, boxId: string, wish: { rights: BoxRight[]; expiresInMs?: number | undefined }) =>
    actions.noting(caller, boxId, { kind: "link", detail: wish.rights.join(" ") }, () =>
      boxTokens.issue(caller, boxId, wish),
    );

  serve(
    app,
    createBoxToken,
    async ({ caller, params: { boxId }, body: { rights, expiresIn: expiresInMs } }) => {
      const made = await issue(caller, boxId, { rights, expiresInMs });
      return { ...made, expiresAt: new Date(made.expiresAt).toISOString() };
    },
    WRITE,
  );

  serve(app, getBoxTokens, async ({ caller, params: { boxId } }) => ({ data: await boxTokens.list(caller, boxId) }));

  serve(
    app,
    revokeBoxToken,
    ({ caller, params: { boxId, tokenId } }) =>
      empty(
        actions.noting(caller, boxId, { kind: "unlink", detail: "" }, () => boxTokens.revoke(caller, boxId, tokenId)),
      ),
    WRITE,
  );

  serve(
    app,
    createLiveViewUrl,
    async ({ caller, params: { boxId }, body: { rights: asked, expiresIn: expiresInMs }, request }) => {
      const rights = withImplied(["view", ...asked]);
      const sandbox = await sandboxes.get(caller, boxId);
      requireScreen(sandbox, "A live view");
      const { token } = await issue(caller, boxId, { rights, expiresInMs });
      const link = { token, rights, kind: sandbox.kind };
      const { screen: url, rawScreen: rawUrl } = linkUrls(requestOrigin(request, publicUrl), boxId, link);
      return { url, rawUrl };
    },
    WRITE,
  );

  serve(
    app,
    createWebTerminalUrl,
    async ({ caller, params: { boxId }, body: { expiresIn: expiresInMs }, request }) => {
      const rights = withImplied(["shell"]);
      const { token } = await issue(caller, boxId, { rights, expiresInMs });
      const { kind } = await sandboxes.get(caller, boxId);
      return { url: linkUrls(requestOrigin(request, publicUrl), boxId, { token, rights, kind }).shell };
    },
    WRITE,
  );

  serve(app, getAdbConnectAddress, async ({ caller, params: { boxId }, request }) => {
    await requireAdb(sandboxes, caller, boxId);
    const port = adbLocalPort(boxId);
    const origin = requestOrigin(request, publicUrl).replace(/^http/, "ws");
    return {
      adb: `127.0.0.1:${port}`,
      command: `terrarium adb ${boxId} --port ${port}`,
      url: origin + adbSocketPath(boxId),
    };
  });
}

const Params = z.object({ boxId: z.string().min(1).max(64) });

interface AdbSocketRoutes {
  actions: Pick<DeviceActionService, "note">;
  sandboxes: Sandboxes;
  accessChanges: Pick<AccessChanges, "subscribe">;
  countSocket: CountSocket;
}

/** Serves the socket for ADB. `app` accepts WebSockets. */
export function registerAdbSocket(
  app: FastifyInstance,
  { actions, sandboxes, accessChanges, countSocket }: AdbSocketRoutes,
): void {
  const authorize = async (request: FastifyRequest) => {
    const caller = await app.authenticate(readSocketToken(request));
    await app.admit(request, caller);
    requireScope(caller, "drive");
    const { boxId } = Params.parse(request.params);
    return { caller, target: await requireAdb(sandboxes, caller, boxId) };
  };
  serveLiveSocket(app, {
    url: adbSocketPath(":boxId"),
    params: Params,
    accessChanges,
    authorize,
    open: async ({ socket, access: { caller, target }, end }) => {
      countSocket(socket, caller, target.sandboxId, "adb");
      const onConnected = () => actions.note(caller, target.sandboxId, { kind: "adb", detail: "" });
      return openAdbSocket(socket, target, { onConnected, end });
    },
  });
}
