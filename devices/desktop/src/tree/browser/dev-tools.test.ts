import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import * as z from "zod";
import { portOf } from "../../network/port-of.ts";
import { frontPageDrawn, readBrowserWindow, readFrontPage } from "./browser-tree.ts";

const noDialog = async () => false;

/** Starts a user's server at the browser's port. It gives the same response to all calls except the ignored ones. */
async function listenAsBrowser(word: string, ignores?: string): Promise<number> {
  const server = createServer((_asked, answer) => {
    const webSocketDebuggerUrl = `ws://127.0.0.1:${port}/`;
    answer.end(JSON.stringify([{ id: "1", type: "page", title: "Page", webSocketDebuggerUrl }]));
  }).listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) =>
    socket.on("message", (asked) => {
      const { id, method } = z.object({ id: z.number(), method: z.string() }).parse(JSON.parse(String(asked)));
      if (method !== ignores) socket.send(word.replace("ID", String(id)));
    }),
  );
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  await once(server, "listening");
  const port = portOf(server);
  return port;
}

test.each(["no JSON", "[]", '{"method":"Target.attachedToTarget"}'])(
  "ignores an impostor browser that responds %s",
  async (word) => {
    await expect(readFrontPage(await listenAsBrowser(word))).rejects.toThrow("closed the connection");
  },
);

test("does not wait for an impostor browser to draw", async () => {
  await expect(frontPageDrawn(await listenAsBrowser("no JSON"), noDialog)).resolves.toBeUndefined();
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const port = portOf(closed);
  closed.close();
  await expect(frontPageDrawn(port, noDialog)).resolves.toBeUndefined();
});

describe("a page with a blocked main thread", () => {
  const bounds = { left: 0, top: 0, width: 800, height: 600 };
  const window = JSON.stringify({ id: 0, result: { bounds } }).replace('"id":0', '"id":ID');
  const silent = () => listenAsBrowser(window, "Runtime.evaluate");
  const shown = { title: "Page", bounds: { left: 0, top: 0, right: 800, bottom: 600 }, page: undefined };

  test.each([true, false])("leaves its window readable, under a dialog: %s", async (isDialogOpen) => {
    expect(await readBrowserWindow(await silent(), Promise.resolve(isDialogOpen))).toMatchObject(shown);
  });

  test("stops delaying input when a dialog takes it", async () => {
    const port = await silent();
    const order: string[] = [];
    const held = frontPageDrawn(port, noDialog).then(() => order.push("without a dialog"));
    await frontPageDrawn(port, async () => true).then(() => order.push("with a dialog"));
    await held;
    expect(order).toEqual(["with a dialog", "without a dialog"]);
  });
});

test("stops reading an endless list of pages", async () => {
  const server = createServer((_asked, answer) => {
    const more = () =>
      void (answer.write(`"${"x".repeat(64 * 1024)}",`) ? setImmediate(more) : answer.once("drain", more));
    answer.write("[");
    more();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, "listening");
  await expect(readFrontPage(portOf(server))).rejects.toThrow("is too long");
});

test("survives an impostor browser that breaks the protocol immediately", async () => {
  const server = createServer((_asked, answer) => {
    const webSocketDebuggerUrl = `ws://127.0.0.1:${portOf(server)}/`;
    answer.end(JSON.stringify([{ id: "1", type: "page", webSocketDebuggerUrl }]));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, "listening");
  server.on("upgrade", ({ headers }, socket) => {
    // RFC 6455 4.2.2.
    const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.end([...head, `Sec-WebSocket-Accept: ${accept}`, "", "\xff\xff"].join("\r\n"), "latin1");
  });
  await expect(readFrontPage(portOf(server))).rejects.toThrow("closed the connection");
});
