import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { expect, onTestFinished, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { DeviceSession } from "../devices/device-session.ts";
import { BrowserConnection } from "./browser-connection.ts";
import { listTargets } from "./dev-tools.ts";

/** A device at whose browser's place something of the user's own listens. */
async function openDevice(list: string, onConnection: (socket: WebSocket) => void = () => undefined) {
  const server = createServer((_asked, answer) => void answer.end(list)).listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", onConnection);
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { openSocket: async () => connect(port, "127.0.0.1") } as Partial<DeviceSession> as DeviceSession;
}

const target = (more: object) => JSON.stringify([{ id: "1", type: "page", ...more }]);

test.each([
  ["no JSON", "<html>"],
  ["no list", "{}"],
  ["an address that is none", target({ webSocketDebuggerUrl: "http://" })],
  ["very many levels", "[".repeat(500_000) + "]".repeat(500_000)],
  [
    "very many targets",
    JSON.stringify(Array.from({ length: BROWSER_LIMITS.answerValues }, () => ({ id: "", type: "" }))),
  ],
  ["more than is read", target({ title: "x".repeat(BROWSER_LIMITS.answerBytes) })],
])("a browser that tells %s of what it shows is one that failed", async (_what, list) => {
  await expect(listTargets(await openDevice(list), "sbx_1")).rejects.toMatchObject({ code: "device_failed" });
});

test("many tabs and frames are told", async () => {
  const title = { title: "A tab", url: "https://example.com/", webSocketDebuggerUrl: "ws://localhost/devtools/page/1" };
  const list = Array.from({ length: 500 }, (_, i) => ({ id: String(i), type: "page", ...title }));
  expect(await listTargets(await openDevice(JSON.stringify(list)), "sbx_1")).toEqual(list);
});

test.each([
  ["events without end", JSON.stringify({ method: "Odd.event", params: { text: "x".repeat(500_000) } })],
  ["very many levels", `{"id":1,"result":${"[".repeat(1_000)}${"]".repeat(1_000)}}`],
])("a browser that says %s is listened to no longer", async (_what, message) => {
  const device = await openDevice("", (socket) => {
    const say = () => socket.send(message, (error) => !error && setImmediate(say));
    socket.once("message", say);
  });
  using browser = await BrowserConnection.open(device, "ws://localhost/devtools/browser/1");
  await expect(browser.call(z.string(), "Odd.call")).rejects.toThrow("the browser closed the connection");
});
