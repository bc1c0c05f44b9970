import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { DevToolsConnection } from "@terrarium/devtools/connection";
import { expect, onTestFinished, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { DeviceSession } from "../device/device-session.ts";
import { devToolsOf, listTargets } from "./dev-tools.ts";

/** Opens a device with a user's own program in the browser's place. */
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
  ["invalid JSON", "<html>"],
  ["an object instead of a list", "{}"],
  ["an invalid address", target({ webSocketDebuggerUrl: "http://" })],
  ["very many levels", "[".repeat(500_000) + "]".repeat(500_000)],
  [
    "very many targets",
    JSON.stringify(Array.from({ length: BROWSER_LIMITS.answerValues }, () => ({ id: "", type: "" }))),
  ],
  ["more than is read", target({ title: "x".repeat(BROWSER_LIMITS.answerBytes) })],
])("a browser that reports %s of its pages counts as failed", async (_what, list) => {
  await expect(listTargets(await openDevice(list), "sbx_1")).rejects.toMatchObject({ code: "device_failed" });
});

test("lists many tabs and frames", async () => {
  const title = { title: "A tab", url: "https://example.com/", webSocketDebuggerUrl: "ws://localhost/devtools/page/1" };
  const list = Array.from({ length: 500 }, (_, i) => ({ id: String(i), type: "page", ...title }));
  expect(await listTargets(await openDevice(JSON.stringify(list)), "sbx_1")).toEqual(list);
});

test.each([
  ["events without end", JSON.stringify({ method: "Odd.event", params: { text: "x".repeat(500_000) } })],
  ["very many levels", `{"id":1,"result":${"[".repeat(1_000)}${"]".repeat(1_000)}}`],
])("disconnects a browser that sends %s", async (_what, message) => {
  const device = await openDevice("", (socket) => {
    const say = () => socket.send(message, (error) => !error && setImmediate(say));
    socket.once("message", say);
  });
  using browser = await DevToolsConnection.open(devToolsOf(device), "ws://localhost/devtools/browser/1");
  await expect(browser.call(z.string(), "Browser.getVersion", undefined)).rejects.toThrow(
    "the browser closed the connection",
  );
});

/**
 * Opens a device with a program in the browser's place that accepts every WebSocket and sends these bytes with its
 * response.
 */
async function openAnswering(bytes: Buffer) {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  server.on("upgrade", ({ headers }, socket) => {
    const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const head = `HTTP/1.1 101 Odd\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`;
    socket.on("error", () => undefined).write(Buffer.concat([Buffer.from(head), bytes]));
  });
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const openSocket = async () => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    return socket;
  };
  return { session: { openSocket } as Partial<DeviceSession> as DeviceSession, sockets };
}

test("a protocol error in the first byte fails only its caller", async () => {
  // A frame with an undefined opcode.
  const { session } = await openAnswering(Buffer.from([0x83, 0]));
  const call = async () => {
    using browser = await DevToolsConnection.open(devToolsOf(session), "ws://localhost/devtools/browser/1");
    await browser.call(z.string(), "Browser.getVersion", undefined);
  };
  await expect(call()).rejects.toThrow("the browser closed the connection");
});

test("an invalid address from the browser leaves no connection", async () => {
  const { session, sockets } = await openAnswering(Buffer.alloc(0));
  await expect(DevToolsConnection.open(devToolsOf(session), "odd:[")).rejects.toThrow("Invalid URL");
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});
