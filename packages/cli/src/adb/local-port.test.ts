import { once } from "node:events";
import { connect } from "node:net";
import { HttpClient } from "@terrarium/sdk/http-client";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { listenForAdb } from "./local-port.ts";

let far: WebSocketServer;
let http: HttpClient;

beforeEach(async () => {
  far = new WebSocketServer({ port: 0, host: "127.0.0.1", handleProtocols: () => "terrarium.v1" });
  await once(far, "listening");
  const address = far.address();
  const port = typeof address === "object" ? address?.port : 0;
  const webSocket = WebSocket as unknown as typeof globalThis.WebSocket;
  http = new HttpClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "k", webSocket });
});
afterEach(() => {
  for (const client of far.clients) client.terminate();
  far.close();
});

async function open(onEnd: (reason: string) => void = () => {}) {
  const server = await listenForAdb(http, { pathname: "/adb", port: 0, onEnd });
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  expect(address.address).toBe("127.0.0.1");
  const client = connect(address.port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  return client;
}

test("bytes go both ways, those too that come before the socket is open", async () => {
  far.on("connection", (socket) => socket.on("message", (data: Buffer) => socket.send(data)));
  const client = await open();
  const bytes = Buffer.alloc(4 * 1_048_576, "terrarium");
  client.write(bytes);
  const back: Buffer[] = [];
  let backBytes = 0;
  for await (const chunk of client as AsyncIterable<Buffer>) {
    back.push(chunk);
    backBytes += chunk.length;
    if (backBytes >= bytes.length) break;
  }
  expect(Buffer.concat(back).equals(bytes)).toBe(true);
});

test("why the server ends a connection is told, and adb's ends with it", async () => {
  far.on("connection", (socket) => socket.close(4410, "The sandbox has ended"));
  const told: string[] = [];
  const client = await open((reason) => told.push(reason));
  client.resume();
  await once(client, "close");
  expect(told).toEqual(["The sandbox has ended"]);
});

test("when adb leaves, the server is told", async () => {
  const client = await open();
  const [socket] = (await once(far, "connection")) as [WebSocket];
  client.destroy();
  await once(socket, "close");
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});
