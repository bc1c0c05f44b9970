import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "@terrarium/adb/testing/free-port";
import { adbSocketPath } from "@terrarium/contract/box-links";
import { BEARER_PROTOCOL_PREFIX, PROXY_PROTOCOL } from "@terrarium/contract/proxy";
import { WebSocket } from "ws";

const run = promisify(execFile);
const WAITING_BYTES_MAX = 1_048_576;

/** The real adb with its own key, connected to a sandbox through the server. */
export interface RelayedAdb {
  /** Folder for files. */
  folder: string;
  run(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Offers the sandbox's ADB on a local port, as the command line does, and connects the system's adb to it. */
export async function connectAdb(origin: string, boxId: string, token: string): Promise<RelayedAdb> {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-adb-"));
  // adb's server writes its log to the folder of temporary files.
  const env = { ...process.env, HOME: folder, TMPDIR: folder, ANDROID_ADB_SERVER_PORT: String(await freePort()) };
  const server = createServer((client) => carry(client, openAdbSocket(origin, boxId, token))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const serial = `127.0.0.1:${address.port}`;
  const adb = async (...args: string[]) => (await run("adb", args, { env, maxBuffer: 16 * 1_048_576 })).stdout;
  await adb("connect", serial);
  await adb("-s", serial, "wait-for-device");
  return {
    folder,
    run: (...args) => adb("-s", serial, ...args),
    async stop() {
      await adb("kill-server");
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the socket that carries ADB, before it is open. */
export const openAdbSocket = (origin: string, boxId: string, token: string): WebSocket =>
  new WebSocket(origin.replace(/^http/, "ws") + adbSocketPath(boxId), [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token]);

function carry(client: Socket, socket: WebSocket): void {
  client.setNoDelay(true).pause();
  socket.on("open", () => client.resume());
  client.on("data", (chunk) => {
    socket.send(chunk, () => client.resume());
    if (socket.bufferedAmount > WAITING_BYTES_MAX) client.pause();
  });
  socket.on("message", (data: Buffer) => {
    if (client.write(data)) return;
    socket.pause();
    client.once("drain", () => socket.resume());
  });
  client.on("error", () => undefined).on("close", () => socket.terminate());
  socket.on("error", () => client.destroy()).on("close", () => client.destroy());
}
