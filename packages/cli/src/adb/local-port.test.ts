import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { HttpClient } from "@terrarium/sdk/http-client";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { listenForAdb } from "./local-port.ts";

let far: WebSocketServer;
let http: HttpClient;
/** Message with which the server refuses a connection, or undefined to accept it. */
let refusal: string | undefined;

beforeEach(async () => {
  refusal = undefined;
  far = new WebSocketServer({
    port: 0,
    host: "127.0.0.1",
    handleProtocols: () => "terrarium.v1",
    verifyClient: (_client, answer) => answer(refusal === undefined, 409, refusal),
  });
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

async function offer(onEnd: (reason: string) => void = () => {}): Promise<number> {
  const server = await listenForAdb(http, { pathname: "/adb", port: 0, onEnd });
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  expect(address.address).toBe("127.0.0.1");
  return address.port;
}

function reach(port: number): Socket {
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  return client;
}

const open = async (onEnd?: (reason: string) => void) => reach(await offer(onEnd));

test("forwards bytes both ways, even before the socket opens", async () => {
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

test("reports why the server closed and closes adb's connection", async () => {
  far.on("connection", (socket) => socket.close(4410, "The sandbox has ended"));
  const told: string[] = [];
  const client = await open((reason) => told.push(reason));
  client.resume();
  await once(client, "close");
  expect(told).toEqual(["The sandbox has ended"]);
});

test.each([
  ["with its message", JSON.stringify({ code: "sandbox_not_running", message: "It is asleep" }), "It is asleep"],
  ["with its status", "<html>", "the server answered with status 409"],
])("reports a refused connection %s", async (_how, refused, words) => {
  refusal = refused;
  const told: string[] = [];
  const client = await open((reason) => told.push(reason));
  client.resume();
  await once(client, "close");
  expect(told).toEqual([words]);
});

test("refused connections release their slots despite unread data", async () => {
  far.on("connection", (socket) => socket.on("message", (data: Buffer) => socket.send(data)));
  refusal = "is asleep";
  const port = await offer();
  for (let refused = 0; refused < 20; refused++) {
    const client = reach(port);
    client.write("CNXN");
    // Unread data may turn the end into a reset.
    await new Promise((resolve) =>
      client
        .on("error", () => undefined)
        .on("close", resolve)
        .resume(),
    );
  }
  refusal = undefined;
  const client = reach(port);
  client.write("CNXN");
  expect(String((await once(client, "data"))[0])).toBe("CNXN");
});

test("closes the server's socket when adb disconnects", async () => {
  const client = await open();
  const [socket] = (await once(far, "connection")) as [WebSocket];
  client.destroy();
  await once(socket, "close");
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});
