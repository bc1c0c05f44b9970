import { once } from "node:events";
import type { Server, Socket } from "node:net";
import { createSocketServer } from "@terrarium/adb/bounded-server";
import { noteReceived } from "@terrarium/adb/received-memory";
import type { HttpClient } from "@terrarium/sdk/http-client";
import type { WebSocket } from "ws";
import { onSocketFailure } from "../settings/socket-failure.ts";

/** What waits to be sent beyond this holds adb back. */
const WAITING_BYTES_MAX = 1_048_576;
/** More programs at once than anybody starts; the server has limits of its own. */
const CONNECTIONS_MAX = 16;

/**
 * Offers a box's ADB on a port of this machine, to this machine alone. `onEnd` hears why a connection ended, where the
 * server said so; `pathname` is that of the socket which carries it. Rejects if the port is taken.
 */
export async function listenForAdb(
  http: HttpClient,
  { pathname, port, onEnd }: { pathname: string; port: number; onEnd: (reason: string) => void },
): Promise<Server> {
  const server = createSocketServer({ maxConnections: CONNECTIONS_MAX }, (client) =>
    carry(client, http.openSocket(pathname) as unknown as WebSocket, onEnd),
  );
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function carry(client: Socket, socket: WebSocket, onEnd: (reason: string) => void): void {
  socket.binaryType = "nodebuffer";
  client.setNoDelay(true).pause();
  socket.on("open", () => client.resume());
  client.on("data", (chunk) => {
    noteReceived(chunk.length);
    socket.send(chunk, () => {
      if (client.isPaused() && socket.bufferedAmount <= WAITING_BYTES_MAX) client.resume();
    });
    if (socket.bufferedAmount > WAITING_BYTES_MAX) client.pause();
  });
  socket.on("message", (data: Buffer) => {
    noteReceived(data.length);
    if (client.write(data)) return;
    socket.pause();
    client.once("drain", () => socket.resume());
  });
  // Why is told by the close that follows.
  client.on("error", () => undefined).on("close", () => socket.terminate());
  onSocketFailure(socket, onEnd);
  socket.on("close", (_code, reason: Buffer) => {
    if (reason.length > 0) onEnd(reason.toString());
    // Not its end alone: one that was never read stays, and keeps its place, until what it sent is.
    client.destroySoon();
  });
}
