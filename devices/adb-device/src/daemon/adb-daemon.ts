import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DaemonConnection, type DaemonOptions } from "@terrarium/adb/daemon-connection";
import type { DaemonStream } from "@terrarium/adb/daemon-stream";
import type { AdbPublicKey } from "@terrarium/adb/public-key";
import { serveSync, type SyncFiles } from "@terrarium/adb/sync-server";
import { createSocketServer } from "@terrarium/bounds/bounded-server";
import { cutText } from "@terrarium/bounds/cut-text";
import type { BridgedDevice } from "../ports/device.ts";
import type { Log } from "../ports/log.ts";
import type { Shell } from "../ports/shell.ts";
import type { DeviceSockets } from "../ports/sockets.ts";
import { notePassedBytes } from "../process-memory.ts";
import { Lanes } from "./lanes.ts";
import { plainService, say, type Service, type ServiceHost } from "./plain-services.ts";
import { ReverseForwards, join } from "./reverse-service.ts";
import { parseScrcpyCommand, serveScrcpy, type StartScrcpyServer } from "./scrcpy-service.ts";
import { parseShellService, serveShell } from "./shell-service.ts";

/** Only implemented and tested features; compression is not offered. */
const FEATURES = [
  "shell_v2",
  "cmd",
  "stat_v2",
  "ls_v2",
  "fixed_push_mkdir",
  "fixed_push_symlink_timestamp",
  "sendrecv_v2",
  "delayed_ack",
];

/** AOSP android_filesystem_config.h: AID_ROOT and AID_SHELL. */
const ROOT_USER_ID = 0;
const SHELL_USER_ID = 2000;
/** Limit of authenticated clients. Other connections never displace them. */
const MAX_CLIENTS = 64;
/** Limit of unauthenticated peers. Beyond it the longest silent peer is dropped, otherwise the first. */
const MAX_STRANGERS = 16;
/** Connection limit of the server: room for both, while displaced peers are closing. */
export const MAX_ADB_CONNECTIONS = 128;
const AUTHENTICATE_WITHIN_MS = 30_000;
/** Limit of concurrent screen captures per connection: each takes megabytes and some time to draw. */
const PICTURES_AT_ONCE = 4;

export interface AdbDaemonOptions {
  device: BridgedDevice;
  sockets: DeviceSockets;
  files: SyncFiles;
  shell: Shell;
  startScrcpyServer: StartScrcpyServer;
  /** Returns the keys that may connect, at each attempt; no keys: all connections are rejected. */
  authorizedKeys: () => Promise<readonly AdbPublicKey[]>;
  log: Log;
}

/** The device's debug bridge: accepts clients over TCP and serves shells, files and forwards. */
export class AdbDaemon {
  readonly #options: AdbDaemonOptions;
  #server: Server | undefined;
  readonly #connections = new Set<DaemonConnection>();
  readonly #reverse = new WeakMap<DaemonConnection, ReverseForwards>();
  readonly #lanes = new WeakMap<DaemonConnection, Lanes>();
  readonly #host: Omit<ServiceHost, "inTurn">;
  #root = false;

  constructor(options: AdbDaemonOptions) {
    this.#options = options;
    this.#host = {
      device: options.device,
      isRoot: () => this.#root,
      restartAs: (root) => this.#restartAs(root),
    };
  }

  /** Listens; resolves with the port, chosen by the host for 0. */
  listen(port: number, hostName: string): Promise<number> {
    const server = createSocketServer({ maxConnections: MAX_ADB_CONNECTIONS });
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, hostName, () => resolve(this.adopt(server)));
    });
  }

  /** Serves clients of a server that already listens, and closes it at the end. Returns its port, 0 if none. */
  adopt(server: Server): number {
    this.#server = server;
    server.on("connection", (socket) => this.#accept(socket));
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
    for (const connection of this.#connections) connection.close();
    await closed;
  }

  /** Drops all clients, like a restarting daemon, and ends root mode. */
  restart(): void {
    this.#restartAs(false);
  }

  #restartAs(root: boolean): void {
    this.#root = root;
    this.#options.device.rootChanged(root);
    for (const connection of this.#connections) connection.close();
  }

  #accept(socket: Socket): void {
    const { log } = this.#options;
    socket.setNoDelay(true);
    // A Unix socket has no address to log.
    const client = socket.remoteAddress === undefined ? "local" : `${socket.remoteAddress}:${socket.remotePort}`;
    this.#makeRoom();
    const connection = new DaemonConnection(socket, {
      banner: this.#banner(),
      features: FEATURES,
      authorizedKeys: this.#options.authorizedKeys,
      openService: (service, on) => this.#openService(service, on),
      authenticateWithinMs: AUTHENTICATE_WITHIN_MS,
      onAuthenticated: (key) => {
        const room = [...this.#connections].filter((each) => each.authenticated).length < MAX_CLIENTS;
        log(room ? "adb client connected" : "adb client refused: too many are connected", { client, key: key.comment });
        return room;
      },
      onRefused: () => log("adb client refused: its key is not authorized", { client }),
    });
    noteWhatPasses(socket);
    this.#connections.add(connection);
    void this.#watch(connection, client);
  }

  /** Unauthenticated peers displace each other, never a client. */
  #makeRoom(): void {
    const strangers = [...this.#connections].filter((each) => !each.authenticated);
    if (strangers.length < MAX_STRANGERS) return;
    const leaves = strangers.find((each) => each.silent) ?? strangers[0];
    if (!leaves) return;
    this.#connections.delete(leaves);
    leaves.close();
  }

  async #watch(connection: DaemonConnection, client: string): Promise<void> {
    const error = await connection.closed;
    this.#connections.delete(connection);
    this.#options.log("adb client disconnected", { client, ...(error && { error: error.message }) });
  }

  #banner(): string {
    const { product, model, device } = this.#options.device.identity();
    const field = (name: string, value: string) => `${name}=${value.replace(/[;:=]/g, "_")};`;
    return `device::${field("ro.product.name", product)}${field("ro.product.model", model)}${field("ro.product.device", device)}`;
  }

  #openService(service: string, connection: DaemonConnection): ReturnType<DaemonOptions["openService"]> {
    const found = this.#findService(service, connection);
    // A missing listener, as while a browser starts, is reported to the client only.
    if (found instanceof Promise) return found.then((serve) => serve && this.#run(service, serve));
    if (found) return this.#run(service, found);
    this.#options.log("refused an adb service", { service: cutText(service, 200) });
    return undefined;
  }

  #run(service: string, serve: Service): (stream: DaemonStream) => void {
    return (stream) =>
      void serve(stream).catch((error: unknown) => {
        this.#options.log("an adb service failed", { service: cutText(service, 200), error: String(error) });
        stream.destroy();
      });
  }

  /** Rejects unknown services, such as access to the host's network. */
  #findService(service: string, connection: DaemonConnection): Service | undefined | Promise<Service | undefined> {
    const { files, sockets } = this.#options;
    const shell = this.#shellService(service);
    if (shell) return shell;
    if (service === "sync:") return (stream) => serveSync(stream, files);
    if (service === "reconnect") return async () => connection.close();
    if (service.startsWith("reverse:")) {
      const answer = this.#reverseOf(connection).request(service.slice("reverse:".length));
      return async (stream) => say(await answer)(stream);
    }
    const socket = sockets.connect(service);
    if (socket instanceof Promise) return socket.then((each) => each && joined(each));
    if (socket) return joined(socket);
    return plainService(service, { ...this.#host, inTurn: (work) => this.#lanesOf(connection).run(work) });
  }

  #shellService(service: string): Service | undefined {
    const request = parseShellService(service);
    if (!request) return undefined;
    const { shell, sockets, startScrcpyServer, device } = this.#options;
    const scrcpy = parseScrcpyCommand(request.command);
    if (!scrcpy) return (stream) => serveShell(request, stream, shell, this.#root ? ROOT_USER_ID : SHELL_USER_ID);
    const deviceName = device.identity().model;
    return async (stream) =>
      serveScrcpy(startScrcpyServer, scrcpy, request, stream, { screen: () => device.screen(), sockets, deviceName });
  }

  #lanesOf(connection: DaemonConnection): Lanes {
    const lanes = this.#lanes.get(connection) ?? new Lanes(PICTURES_AT_ONCE);
    this.#lanes.set(connection, lanes);
    return lanes;
  }

  #reverseOf(connection: DaemonConnection): ReverseForwards {
    const forwards = this.#reverse.get(connection) ?? new ReverseForwards(this.#options.sockets, connection);
    this.#reverse.set(connection, forwards);
    return forwards;
  }
}

function joined(socket: Duplex): Service {
  return async (stream) => join(socket, stream);
}

function noteWhatPasses(socket: Socket): void {
  let notedBytes = 0;
  socket.on("data", () => {
    const movedBytes = socket.bytesRead + socket.bytesWritten;
    notePassedBytes(movedBytes - notedBytes);
    notedBytes = movedBytes;
  });
}
