import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { portOf } from "../../network/port-of.ts";
import { frontPageDrawn, readFrontPage } from "./browser-tree.ts";

/** Something of the user's own at the browser's port, whose page says the same to all that it is asked. */
async function listenAsBrowser(word: string): Promise<number> {
  const server = createServer((_asked, answer) => {
    const webSocketDebuggerUrl = `ws://127.0.0.1:${port}/`;
    answer.end(JSON.stringify([{ id: "1", type: "page", webSocketDebuggerUrl }]));
  }).listen(0, "127.0.0.1");
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => socket.on("message", () => socket.send(word)));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  await once(server, "listening");
  const port = portOf(server);
  return port;
}

test.each(["no JSON", "[]", '{"method":"Target.attachedToTarget"}'])(
  "a browser that is none and says %s is not read, and ends nothing",
  async (word) => {
    await expect(readFrontPage(await listenAsBrowser(word))).rejects.toThrow("closed the connection");
  },
);

test("nobody waits for a browser that is none, or breaks the protocol, to draw", async () => {
  await expect(frontPageDrawn(await listenAsBrowser("no JSON"))).resolves.toBeUndefined();
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const port = portOf(closed);
  closed.close();
  await expect(frontPageDrawn(port)).resolves.toBeUndefined();
});

test("a list of pages without end is not read to its end", async () => {
  const server = createServer((_asked, answer) => {
    const more = () =>
      void (answer.write(`"${"x".repeat(64 * 1024)}",`) ? setImmediate(more) : answer.once("drain", more));
    answer.write("[");
    more();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, "listening");
  await expect(readFrontPage(portOf(server))).rejects.toThrow("more pages than are read");
});

test("a browser that is none and breaks the protocol with its first bytes ends nothing", async () => {
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
