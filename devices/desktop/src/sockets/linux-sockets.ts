import { connect, type ListenOptions, type Server, type Socket, type TcpNetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import { parseSocketAddress, type SocketAddress } from "@terrarium/adb-device/socket-address";
import { createSocketServer } from "@terrarium/bounds/bounded-server";

const LOOPBACK = "127.0.0.1";
const MAX_CONNECTIONS = 512;
/** Timeout in milliseconds for a listening program that accepts no connections. */
const CONNECT_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** Sockets that clients may reach: Unix sockets of all programs, and TCP ports of the machine's own loopback. */
export class LinuxSockets implements DeviceSockets {
  readonly #servers = new Set<Server>();
  readonly #otherNames: ReadonlyMap<string, string>;
  readonly #programs: ReadonlyMap<string, () => boolean>;

  /**
   * `otherNames`: aliases of addresses, such as well-known names of programs. `programs`: for addresses of programs that
   * start on demand, starts the program and returns whether it will listen.
   */
  constructor(
    otherNames: ReadonlyMap<string, string> = new Map(),
    programs: ReadonlyMap<string, () => boolean> = new Map(),
  ) {
    this.#otherNames = otherNames;
    this.#programs = programs;
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
    const name = this.#otherNames.get(text) ?? text;
    const address = parseSocketAddress(name);
    const place = address && placeOf(address);
    if (!place) return undefined;
    const startsSoon = this.#programs.get(name)?.() === true;
    return startsSoon ? this.#connectSoon(place) : this.#connectNow(place);
  }

  /** Connects to a program that may be starting. */
  async #connectSoon(place: Place): Promise<Duplex | undefined> {
    const lateAtMs = performance.now() + CONNECT_WITHIN_MS;
    for (;;) {
      const socket = await this.#connectNow(place);
      if (socket || performance.now() > lateAtMs) return socket;
      await sleep(LOOK_AGAIN_MS, undefined, { ref: false });
    }
  }

  #connectNow(place: Place): Promise<Duplex | undefined> {
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

type Place = (ListenOptions & { port: number }) | { path: string };

/** Returns undefined for sockets that Android's init creates for services. */
function placeOf({ kind, name }: SocketAddress): Place | undefined {
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
