import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { devToolsPath } from "@terrarium/contract/box-browser";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { unreachedDevice } from "@terrarium/device-control/testing/unreached-device";
import { createAccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { createLoneBus } from "@terrarium/platform/base/bus";
import { watchListenerWarnings } from "@terrarium/platform/testing/listener-warnings";
import pino from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createHttpApp } from "../http/http-app.ts";
import { addBoundedClose } from "../http/listener.ts";
import { addWebSockets } from "../http/web-sockets.ts";
import { createSocketCounter } from "../sockets/socket-counter.ts";
import { registerDevToolsRoutes } from "./dev-tools-routes.ts";

const BOX = "sbx_1";

/** Opens a browser in a box, and the server in front of it. */
async function openBrowser() {
  const browser = createServer((_asked, answer) => {
    const { port } = browser.address() as AddressInfo;
    const webSocketDebuggerUrl = `ws://127.0.0.1:${port}/devtools/browser/1`;
    answer.end(JSON.stringify({ Browser: "Test/1", webSocketDebuggerUrl }));
  }).listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ server: browser });
  await once(browser, "listening");
  const accessChanges = createAccessChanges(createLoneBus());
  const device = { asked: 0, reached: Promise.resolve() };
  const user = { isSignedIn: true };
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    async authenticate() {
      if (!user.isSignedIn) throw new AppError("unauthorized");
      return { kind: "session", userId: "usr_1", sessionId: "ses_1" };
    },
    checkResponses: true,
  });
  registerDevToolsRoutes(app, {
    actions: { note: () => undefined },
    accessChanges,
    countSocket: createSocketCounter(new Registry()),
    publicUrl: undefined,
    sandboxes: {
      get: async () => ({ organizationId: "org_1" }),
      requireDevice: async () => ({ ...unreachedDevice(BOX), kind: "browser" }),
    },
    devices: {
      async get() {
        device.asked += 1;
        await device.reached;
        const openSocket = async () => connect((browser.address() as AddressInfo).port, "127.0.0.1");
        return { openSocket } as Partial<DeviceSession> as DeviceSession;
      },
    },
  });
  addWebSockets(app, () => undefined);
  const close = addBoundedClose(app, 0);
  onTestFinished(async () => {
    for (const socket of sockets.clients) socket.terminate();
    browser.close();
    await close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}${devToolsPath(BOX)}?token=any`;
  return { url, device, user, accessChanges };
}

test("rejects a caller that loses access while connecting", async () => {
  const { url, device, user, accessChanges } = await openBrowser();
  const first = new WebSocket(url);
  await once(first, "open");
  first.terminate();
  const { promise, resolve: reach } = Promise.withResolvers<void>();
  device.reached = promise;
  const socket = new WebSocket(url).on("error", () => undefined);
  const answered = once(socket, "unexpected-response") as Promise<[unknown, { statusCode: number }]>;
  await expect.poll(() => device.asked).toBe(2);
  user.isSignedIn = false;
  accessChanges.announce();
  reach();
  const [, { statusCode }] = await answered;
  expect(statusCode).toBe(401);
  socket.terminate();
});

test("connecting and closing logs no Node warning", async () => {
  const warnings = watchListenerWarnings();
  const { url } = await openBrowser();
  const socket = new WebSocket(url);
  await once(socket, "open");
  socket.close();
  await once(socket, "close");
  expect(warnings).toEqual([]);
});
