import { once } from "node:events";
import type { Server, Socket } from "node:net";
import { createSocketServer } from "@terrarium/bounds/bounded-server";
import { noteReceived } from "@terrarium/bounds/received-memory";
import type { HttpClient } from "@terrarium/sdk/http-client";
import type { WebSocket } from "ws";
import { onSocketFailure } from "../settings/socket-failure.ts";

/** Above this number of unsent bytes, reading from adb pauses. */
const WAITING_BYTES_MAX = 1_048_576;
/** More than any user's programs need. The server has limits of its own. */
const CONNECTIONS_MAX = 16;

/**
 * Offers a box's ADB on a port of this machine, on localhost only. `onEnd` receives the reason when the server closed a
 * connection with one. `pathname` is the path of the socket that carries it. Rejects if the port is in use.
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
  // The close event that follows gives the reason.
  client.on("error", () => undefined).on("close", () => socket.terminate());
  onSocketFailure(socket, onEnd);
  socket.on("close", (_code, reason: Buffer) => {
    if (reason.length > 0) onEnd(reason.toString());
    // `end` is not enough: a connection with unread data would stay open and keep its slot.
    client.destroySoon();
  });
}
