import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL } from "@terrarium/contract/proxy";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import { FakeDeviceSession } from "@terrarium/device-control/testing/fake-device-session";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import { createAccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { createLoneBus } from "@terrarium/platform/base/bus";
import type { Caller } from "@terrarium/platform/base/caller";
import pino from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { createHttpApp } from "../http/http-app.ts";
import { addWebSockets } from "../http/web-sockets.ts";
import { registerProxyRoutes } from "../proxy/routes.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import { createSocketCounter } from "../sockets/socket-counter.ts";

export const MINE = "sbx_mine";
export const OTHERS = ["sbx_second", "sbx_third"];
export const ENDED = "sbx_ended";
export const TOKEN = "session-token";
/** Token of another user. */
export const OTHER_TOKEN = "another-session-token";
/** Tokens of API keys with these scopes. */
export const READ_TOKEN = "read-key";
export const DRIVE_TOKEN = "drive-key";
/** End of all sandboxes. */
export const EXPIRES_AT_MS = Date.parse("2126-11-21T09:00:00.000Z");
/** Token of a link to MINE that ends before it. */
export const LINK_TOKEN = "link-token";
export const LINK_ENDS_AT_MS = EXPIRES_AT_MS - 60_000;
const UNREAD_ANSWERS = { stalledMs: 100, totalBytes: Infinity };

async function authenticate(
  validTokens: ReadonlySet<string>,
  tokenEnds: ReadonlyMap<string, number>,
  now: number,
  token: string,
): Promise<Caller> {
  const endsAt = tokenEnds.get(token);
  if (!validTokens.has(token) || (endsAt !== undefined && endsAt <= now)) throw new AppError("unauthorized");
  const scope = token === READ_TOKEN ? "read" : "drive";
  const end = endsAt === undefined ? {} : { endsAt, endsInMs: endsAt - now };
  if ([READ_TOKEN, DRIVE_TOKEN].includes(token))
    return { kind: "api-key", apiKeyId: token, organizationId: "org_1", scope, ...end };
  if (token === LINK_TOKEN)
    return {
      kind: "box-token",
      boxTokenId: "bxt_1",
      sandboxId: MINE,
      organizationId: "org_1",
      rights: ["view"],
      madeBy: { actorKind: "user", actorId: "usr_1" },
      endsAt: LINK_ENDS_AT_MS,
      endsInMs: LINK_ENDS_AT_MS - now,
    };
  const n = token === TOKEN ? 1 : 2;
  return { kind: "session", userId: `usr_${n}`, sessionId: `ses_${n}` };
}

/** For a test: opens the proxy on its own port. All its sandboxes use the device `session`. */
export async function openProxy() {
  const session = new FakeDeviceSession();
  const validTokens = new Set([TOKEN, OTHER_TOKEN, READ_TOKEN, DRIVE_TOKEN, LINK_TOKEN]);
  /** Expiry of tokens, by the database's clock. */
  const tokenEnds = new Map<string, number>();
  /** Lead of that clock over this machine's, and the number of authentication queries. */
  const access = { aheadMs: 0, asked: 0 };
  const accessChanges = createAccessChanges(createLoneBus());
  const endedSandboxes = new Set([ENDED]);
  /** Whether the device is unreachable, and when it becomes reachable. */
  const device = { fails: false, asked: 0, reached: Promise.resolve() };
  const noted: { kind: string; detail: string }[] = [];
  const note = (_caller: Caller, sandboxId: string, { kind, detail }: DoneAction) => {
    expect(sandboxId).toBe(MINE);
    noted.push({ kind, detail });
  };
  const authenticateHere = (token: string) => {
    access.asked += 1;
    return authenticate(validTokens, tokenEnds, Date.now() + access.aheadMs, token);
  };
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: authenticateHere,
    checkResponses: true,
    unreadAnswers: UNREAD_ANSWERS,
  });
  addWebSockets(app, (scope) =>
    registerProxyRoutes(scope, {
      countSocket: createSocketCounter(new Registry()),
      authenticate: authenticateHere,
      accessChanges,
      actions: {
        note,
        async noting(caller, sandboxId, action, work) {
          note(caller, sandboxId, action);
          return work();
        },
      },
      lastLines: { add: () => undefined },
      viewerPage: async () => "<!doctype html><title>Viewer</title>",
      sandboxes: {
        async requireDevice(_caller, sandboxId) {
          if (endedSandboxes.has(sandboxId))
            throw new AppError("sandbox_not_running", { sandboxId, reason: "it reached its end time" });
          if (sandboxId !== MINE && !OTHERS.includes(sandboxId)) throw new AppError("sandbox_not_found", { sandboxId });
          return unreachedDevice(sandboxId);
        },
        findRunning: async (id) => ({ id, kind: "phone", name: "Checkout", expiresAt: EXPIRES_AT_MS }) as SandboxRecord,
      },
      devices: {
        async get() {
          device.asked += 1;
          await device.reached;
          if (device.fails) throw new AppError("device_failed", { sandboxId: MINE, detail: "no answer" });
          return session;
        },
        sandboxIds: () => [],
        end: async () => undefined,
        closeAll: async () => undefined,
      },
    }),
  );
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const connect = (path: string, options: { token?: string | undefined; origin?: string } = { token: TOKEN }) =>
    new WebSocket(
      `${origin.replace("http", "ws")}${path}`,
      options.token === undefined ? [PROXY_PROTOCOL] : [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + options.token],
      { origin: options.origin ?? origin },
    );
  return {
    app,
    origin,
    session,
    device,
    validTokens,
    tokenEnds,
    access,
    accessChanges,
    endedSandboxes,
    noted,
    connect,
    /** Opens the only socket and waits for its connection to the device. */
    opened: async (path: string, token = TOKEN) => {
      await expect.poll(() => session.openConnections).toBe(0);
      const socket = connect(path, { token });
      await once(socket, "open");
      await expect.poll(() => session.openConnections).toBe(1);
      return socket;
    },
  };
}

/** Resolves with the code and reason of the server's close. */
export async function closed(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = await once(socket, "close");
  return { code, reason: String(reason) };
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
