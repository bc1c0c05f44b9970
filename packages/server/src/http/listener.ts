import type { Socket } from "node:net";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { openFilesLimit } from "@terrarium/platform/base/open-files";
import type { FastifyInstance } from "fastify";

/** Settings to change when a server cannot listen (listen(2), bind(2), getaddrinfo(3)). */
const REMEDIES: ReadonlyMap<unknown, string> = new Map([
  ["EADDRINUSE", "PORT is in use by another program: stop it, or set PORT to another number"],
  ["EACCES", "PORT is one on which this user may not listen: set PORT to another number, such as 3000"],
  ...["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"].map(
    (code) => [code, "HOST is not an address of this machine"] as const,
  ),
  ...["ENOTFOUND", "EAI_AGAIN"].map((code) => [code, "HOST is a name for which no address is known"] as const),
]);

/** Starts listening. Returns the server's URL on this machine. Throws ConfigError if the settings prevent it. */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  try {
    await app.listen({ host, port, listenTextResolver: () => "listening" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const remedy = REMEDIES.get(error.code);
    throw remedy === undefined ? error : new ConfigError(`${remedy} (${error.message})`, { cause: error });
  }
  return loopbackUrl(app);
}

/** Returns the URL of a listening server on this machine, for example http://127.0.0.1:3000. */
export function loopbackUrl(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen yet");
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[address.address] ?? address.address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}

/**
 * Returns the limit of open connections: half of the files that this process may open. A client that opens as many as
 * possible leaves enough for the server's own work: devices, their connections, the database, files.
 */
export function mostConnections(): number {
  return Math.floor(openFilesLimit() / 2);
}

/** The open connections, including WebSockets. Kept up to date. */
export function openSockets({ server }: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/**
 * Waits up to `graceMs` for requests in progress, then cuts every connection, including WebSockets. Cuts idle
 * connections at once.
 */
export function addBoundedClose(app: FastifyInstance, graceMs: number): () => Promise<void> {
  const sockets = openSockets(app);
  const busy = new Set<Socket>();
  app.server.on("request", ({ socket }, response) => {
    busy.add(socket);
    response.once("close", () => busy.delete(socket));
  });
  app.server.on("upgrade", ({ socket }) => {
    busy.add(socket);
    socket.once("close", () => busy.delete(socket));
  });
  return async () => {
    for (const socket of sockets.difference(busy)) socket.destroy();
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    try {
      await app.close();
    } finally {
      clearTimeout(cut);
    }
  };
}
