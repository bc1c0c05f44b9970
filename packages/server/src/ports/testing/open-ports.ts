import { once } from "node:events";
import { createServer, type IncomingMessage, request, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import { createAccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { createLoneBus } from "@terrarium/platform/base/bus";
import type { Caller } from "@terrarium/platform/base/caller";
import pino from "pino";
import { onTestFinished } from "vitest";
import { createHttpApp } from "../../http/http-app.ts";
import { addBoundedClose } from "../../http/listener.ts";
import { addWebSockets } from "../../http/web-sockets.ts";
import type { SandboxRecord } from "../../sandboxes/sandbox.ts";
import { newSandbox } from "../../testing/test-sandbox.ts";
import { registerPortForwarding } from "../forward-routes.ts";
import { routeByHost } from "../port-host.ts";
import { createPortService } from "../service.ts";

export const BOX = "sbx_one";
export const OTHER_BOX = "sbx_two";
export const PORT = 8080;
export const HOST = `${PORT}-${BOX}.localhost`;
/** An API key of the box's team, one of another team, and tokens of each box. */
export const KEY = "trm_mine";
export const FOREIGN_KEY = "trm_theirs";
export const TOKEN = "trb_one";
export const OTHER_TOKEN = "trb_two";

const key = (organizationId: string): Caller => ({
  kind: "api-key",
  apiKeyId: organizationId,
  organizationId,
  scope: "drive",
});
const token = (sandboxId: string): Caller => ({
  kind: "box-token",
  boxTokenId: sandboxId,
  sandboxId,
  organizationId: "org_1",
  rights: ["ports"],
  madeBy: { actorKind: "user", actorId: "usr_1" },
  endsInMs: 60_000,
});

/** For tests: opens a server in front of a program that listens on PORT in two boxes. */
export async function openPorts(program: RequestListener) {
  const callers = new Map<string, Caller>([
    [KEY, key("org_1")],
    [FOREIGN_KEY, key("org_2")],
    [TOKEN, token(BOX)],
    [OTHER_TOKEN, token(OTHER_BOX)],
  ]);
  const server = createServer(program).listen(0, "127.0.0.1");
  await once(server, "listening");
  const publicPorts = new Set<string>();
  const opened: string[] = [];
  const accessChanges = createAccessChanges(createLoneBus());
  const state = { isRunning: true };
  const requireOpenDevice = async (sandboxId: string) => {
    if (!state.isRunning) throw new AppError("sandbox_not_running", { sandboxId, state: "ended" });
    return { device: { ...unreachedDevice(sandboxId), kind: "linux" as const }, organizationId: "org_1" };
  };
  const requireDevice = async (caller: Caller, sandboxId: string) => {
    const isTheirs =
      caller.kind === "box-token"
        ? caller.sandboxId === sandboxId
        : caller.kind === "api-key" && caller.organizationId === "org_1";
    if (!isTheirs) throw new AppError("sandbox_not_found", { sandboxId });
    return (await requireOpenDevice(sandboxId)).device;
  };
  const devices = {
    async get() {
      const openSocket = async (address: string) => {
        opened.push(address);
        if (address !== `tcp:${PORT}`) throw new AppError("device_failed", { sandboxId: BOX, detail: "closed" });
        return connect((server.address() as AddressInfo).port, "127.0.0.1");
      };
      return { openSocket } as Partial<DeviceSession> as DeviceSession;
    },
  };
  const nameOf = (sandboxId: string, port: number) => `${sandboxId}:${port}`;
  const ports = createPortService({
    store: {
      insertWithin: async (_limit, sandboxId, port) => (publicPorts.add(nameOf(sandboxId, port)), true),
      delete: async (sandboxId, port) => void publicPorts.delete(nameOf(sandboxId, port)),
      has: async (sandboxId, port) => publicPorts.has(nameOf(sandboxId, port)),
      list: async () => [],
    },
    sandboxes: {
      get: async (_caller, id): Promise<SandboxRecord> => ({
        ...newSandbox(id),
        state: "running",
        endedAt: null,
        endReason: null,
      }),
      requireDevice,
      requireOpenDevice,
    },
    devices,
    accessChanges,
  });
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    async authenticate(given) {
      const caller = callers.get(given);
      if (!caller) throw new AppError("unauthorized");
      return caller;
    },
    routeOf: routeByHost("localhost"),
    checkResponses: true,
  });
  registerPortForwarding(app, {
    ports,
    devices,
    accessChanges,
    holdOpen: () => () => undefined,
    portDomain: "localhost",
  });
  addWebSockets(app, () => undefined);
  const close = addBoundedClose(app, 0);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const host = `${HOST}:${port}`;

  /** Sends a request, by default to the port's own host. */
  const ask = async (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    const asked = request({
      host: "127.0.0.1",
      port,
      path,
      method: options.method ?? "GET",
      headers: { host, ...options.headers },
    }).end(options.body);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    return { answer, status: answer.statusCode, headers: answer.headers };
  };
  return { ask, port, host, ports, publicPorts, callers, opened, accessChanges, state, server };
}

/** Reads a whole body as text. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of answer) text += String(part);
  return text;
}
