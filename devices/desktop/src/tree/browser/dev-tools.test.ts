import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import { portOf } from "../../network/port-of.ts";
import { readFrontPage } from "./browser-tree.ts";

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
