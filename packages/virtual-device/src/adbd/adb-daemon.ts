import { readFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { DaemonConnection } from "@terrarium/adb/daemon-connection";
import type { DaemonStream } from "@terrarium/adb/daemon-stream";
import { parsePublicKeys, type AdbPublicKey } from "@terrarium/adb/public-key";
import { serveSync } from "@terrarium/adb/sync-server";
import type { DeviceFiles } from "../files/device-files.ts";
import { DeviceSyncFiles } from "../files/sync-files.ts";
import type { ShellWorkers } from "../shell/shell-workers.ts";
import type { AbstractSockets } from "../system/abstract-sockets.ts";
import type { SystemUi } from "../system/display.ts";
import type { SystemProperties } from "../system/properties.ts";
import { ReverseForwards, abstractName, join } from "./reverse-service.ts";
import { parseScrcpyCommand, serveScrcpy, type StartScrcpyServer } from "./scrcpy-service.ts";
import { parseShellService, serveShell } from "./shell-service.ts";

/** Compressions and `cmd` are left out: they are announced when they are there. */
const features = [
  "shell_v2",
  "stat_v2",
  "ls_v2",
  "fixed_push_mkdir",
  "fixed_push_symlink_timestamp",
  "sendrecv_v2",
  "delayed_ack",
];

const maxConnections = 64;
/** A peer that has not proved itself for so long is let go. */
const unauthenticatedMs = 10 * 60_000;

export interface AdbDaemonOptions {
  ui: SystemUi;
  sockets: AbstractSockets;
  files: DeviceFiles;
  properties: SystemProperties;
  shellWorkers: ShellWorkers;
  startScrcpyServer: StartScrcpyServer;
  /** Files with public keys in adbkey.pub format, read at each attempt; none: nobody may connect. */
  authorizedKeyFiles: readonly string[];
  log: (message: string, context?: Record<string, unknown>) => void;
}

/** The device's debug bridge: accepts clients over TCP and serves shell, files and forwards. */
export class AdbDaemon {
  readonly #options: AdbDaemonOptions;
  readonly #server: Server;
  readonly #connections = new Set<DaemonConnection>();
  readonly #reverse = new WeakMap<DaemonConnection, ReverseForwards>();

  constructor(options: AdbDaemonOptions) {
    this.#options = options;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = maxConnections;
  }

  /** Listens; resolves with the port (chosen by the host if 0 was given). */
  listen(port: number, hostName: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, hostName, () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address ? address.port : port);
      });
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections) connection.close();
    await closed;
  }

  #accept(socket: Socket): void {
    const { log } = this.#options;
    const client = `${socket.remoteAddress}:${socket.remotePort}`;
    const connection = new DaemonConnection(socket, {
      banner: this.#banner(),
      features,
      authorizedKeys: () => this.#authorizedKeys(),
      openService: (service, on) => this.#openService(service, on),
      onAuthenticated: (key) => log("adb client connected", { client, key: key.comment }),
      onRefused: () => log("adb client refused: its key is not authorized", { client }),
    });
    this.#connections.add(connection);
    void this.#watch(connection, client);
  }

  async #watch(connection: DaemonConnection, client: string): Promise<void> {
    const timer = setTimeout(() => {
      if (!connection.authenticated) connection.close();
    }, unauthenticatedMs);
    const error = await connection.closed;
    clearTimeout(timer);
    this.#connections.delete(connection);
    this.#options.log("adb client disconnected", { client, ...(error && { error: error.message }) });
  }

  #banner(): string {
    const value = (name: string) => `${name}=${(this.#options.properties.get(name) ?? "").replace(/[;:=]/g, "_")};`;
    return `device::${["ro.product.name", "ro.product.model", "ro.product.device"].map(value).join("")}`;
  }

  async #authorizedKeys(): Promise<AdbPublicKey[]> {
    const all: AdbPublicKey[] = [];
    for (const file of this.#options.authorizedKeyFiles) {
      try {
        const { keys, errors } = parsePublicKeys(await readFile(file, "utf8"));
        all.push(...keys);
        for (const error of errors) this.#options.log("skipped an authorized key", { file, error });
      } catch (error) {
        this.#options.log("cannot read authorized keys", { file, error: String(error) });
      }
    }
    return all;
  }

  #openService(service: string, connection: DaemonConnection): ((stream: DaemonStream) => void) | undefined {
    const serve = this.#findService(service, connection);
    if (!serve) {
      this.#options.log("refused an adb service", { service: service.slice(0, 200) });
      return undefined;
    }
    return (stream) =>
      void serve(stream).catch((error: unknown) => {
        this.#options.log("an adb service failed", { service: service.slice(0, 200), error: String(error) });
        stream.destroy();
      });
  }

  #findService(service: string, connection: DaemonConnection): ((stream: DaemonStream) => Promise<void>) | undefined {
    const { files, properties, shellWorkers, sockets, startScrcpyServer, ui } = this.#options;
    const shell = parseShellService(service);
    if (shell) {
      const scrcpy = parseScrcpyCommand(shell.command);
      const deviceName = properties.get("ro.product.model") ?? "";
      if (scrcpy) return (stream) => serveScrcpy(startScrcpyServer, scrcpy, shell, stream, { ui, sockets, deviceName });
      return (stream) => serveShell(shell, stream, shellWorkers);
    }
    if (service === "sync:") return (stream) => serveSync(stream, new DeviceSyncFiles(files));
    if (service.startsWith("reverse:")) {
      return answer(() => this.#reverseOf(connection).request(service.slice("reverse:".length)));
    }
    const name = abstractName(service);
    const socket = name === undefined ? undefined : sockets.connect(name);
    if (socket) return async (stream) => join(socket, stream);
    return answers(service);
  }

  #reverseOf(connection: DaemonConnection): ReverseForwards {
    const forwards = this.#reverse.get(connection) ?? new ReverseForwards(this.#options.sockets, connection);
    this.#reverse.set(connection, forwards);
    return forwards;
  }
}

function answer(text: () => string): (stream: DaemonStream) => Promise<void> {
  return async (stream) => {
    stream.end(text());
  };
}

/** Services that are understood and declined in words; anything else, such as the host's network, is refused. */
function answers(service: string): ((stream: DaemonStream) => Promise<void>) | undefined {
  const name = service.split(":")[0];
  if (name === "root") return answer(() => "adbd cannot run as root in production builds\n");
  if (name === "unroot") return answer(() => "adbd not running as root\n");
  if (name === "reboot") return answer(() => "this device cannot reboot; start it anew instead\n");
  if (name === "remount") return answer(() => "remount failed: this device's system is read-only\n");
  if (name === "tcpip" || name === "usb") return answer(() => "this device's port is fixed\n");
  return undefined;
}
