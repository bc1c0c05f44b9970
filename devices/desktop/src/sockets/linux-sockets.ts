import { connect, type ListenOptions, type Server, type Socket, type TcpNetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import { parseSocketAddress, type SocketAddress } from "@terrarium/adb-device/socket-address";
import { createSocketServer } from "@terrarium/bounds/bounded-server";

const LOOPBACK = "127.0.0.1";
const MAX_CONNECTIONS = 512;
/** Timeout in milliseconds for a listening program that accepts no connections. */
const CONNECT_WITHIN_MS = 10_000;

/** Sockets that clients may reach: Unix sockets of all programs, and TCP ports of the machine's own loopback. */
export class LinuxSockets implements DeviceSockets {
  readonly #servers = new Set<Server>();
  readonly #otherNames: ReadonlyMap<string, string>;

  /** `otherNames`: aliases of addresses, such as well-known names of programs. */
  constructor(otherNames: ReadonlyMap<string, string> = new Map()) {
    this.#otherNames = otherNames;
  }

  listen(text: string, onConnection: (connection: Duplex) => void): Promise<{ address: string; stop: () => void }> {
    return new Promise((resolve, reject) => {
      const address = parseSocketAddress(text);
      const place = address && placeOf(address);
      if (!address || !place) return reject(new Error(`"${text}" is no address to listen at`));
      const server = createSocketServer({ maxConnections: MAX_CONNECTIONS }, onConnection, { allowHalfOpen: true });
      server.once("error", reject);
      server.listen(place, () => {
        this.#servers.add(server);
        const bound = server.address();
        const name = typeof bound === "object" && bound ? String(bound.port) : address.name;
        resolve({ address: `${address.kind}:${name}`, stop: () => this.#stop(server) });
      });
    });
  }

  connect(text: string): Promise<Duplex | undefined> | undefined {
    const address = parseSocketAddress(this.#otherNames.get(text) ?? text);
    const place = address && placeOf(address);
    if (!place) return undefined;
    return new Promise((resolve) => {
      const socket: Socket = connect({
        ...place,
        allowHalfOpen: true,
        timeout: CONNECT_WITHIN_MS,
      } as TcpNetConnectOpts);
      const fail = () => {
        socket.destroy();
        resolve(undefined);
      };
      socket.once("error", fail).once("timeout", fail);
      socket.once("connect", () => {
        socket.off("error", fail).off("timeout", fail).setTimeout(0);
        // The caller adds its own listener; errors before that are ignored.
        socket.on("error", () => undefined);
        resolve(socket);
      });
    });
  }

  /** Closes all listening sockets. */
  close(): void {
    for (const server of this.#servers) this.#stop(server);
  }

  #stop(server: Server): void {
    this.#servers.delete(server);
    server.close();
  }
}

/** Returns undefined for sockets that Android's init creates for services. */
function placeOf({ kind, name }: SocketAddress): (ListenOptions & { port: number }) | { path: string } | undefined {
  switch (kind) {
    case "tcp":
      return { host: LOOPBACK, port: Number(name) };
    case "localabstract":
      return { path: `\0${name}` };
    case "localfilesystem":
      return { path: name };
    case "localreserved":
      return undefined;
  }
}
