import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { BEARER_PROTOCOL_PREFIX, fileContentPath, PROXY_PROTOCOL, shellSocketPath } from "@terrarium/contract/proxy";
import { WebSocket } from "ws";
import { z } from "zod";

/** Returns the process of a sandbox's device on a server with this `dataDir`. */
export function deviceProcess(dataDir: string, sandboxId: string): number {
  const record = readFileSync(path.join(dataDir, "devices", sandboxId, "device.json"), "utf8");
  return z.object({ pid: z.number() }).parse(JSON.parse(record)).pid;
}

export interface EndlessUpload {
  /** Resolves after this number of bytes was sent. */
  sent(bytes: number): Promise<void>;
  /** Resolves with the status of the response, or 0 if the connection broke. */
  readonly status: Promise<number>;
  /** Aborts the upload and disconnects abruptly. */
  leave(): void;
}

/** Uploads zeros to a file of the device until it is ended. */
export function uploadForEver(origin: string, token: string, sandboxId: string): EndlessUpload {
  const zeros = Buffer.alloc(65_536);
  let sentBytes = 0;
  const waiting = new Set<() => void>();
  const body = new Readable({
    read() {
      sentBytes += zeros.length;
      for (const look of waiting) look();
      // In a later turn: a fast reader must not prevent reading the response.
      setImmediate(() => this.push(zeros));
    },
  });
  const request = httpRequest(`${origin}${fileContentPath(sandboxId, "/data/local/tmp/endless")}`, {
    method: "PUT",
    agent: false,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
  });
  const status = new Promise<number>((resolve) => {
    request.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      body.destroy();
      request.destroy();
    });
    request.once("error", () => resolve(0));
  });
  body.on("error", () => undefined);
  body.pipe(request);
  return {
    status,
    sent: (bytes) =>
      new Promise((resolve) => {
        const look = () => {
          if (sentBytes < bytes) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    leave() {
      body.destroy();
      request.destroy();
    },
  };
}

/** Opens a live socket of the proxy; rejects if it is refused. */
export async function openSocket(origin: string, socketPath: string, token: string): Promise<WebSocket> {
  const protocols = [PROXY_PROTOCOL, BEARER_PROTOCOL_PREFIX + token];
  const socket = new WebSocket(origin.replace("http", "ws") + socketPath, protocols, { origin });
  await once(socket, "open");
  return socket;
}

/** Runs a command in the device's shell. Resolves with its trimmed output. */
export async function runInShell(origin: string, token: string, sandboxId: string, command: string): Promise<string> {
  const socket = await openSocket(origin, shellSocketPath(sandboxId), token);
  let printed = "";
  socket.on("message", (data: Buffer, isBinary: boolean) => (printed += isBinary ? data.toString() : ""));
  // Between marks that do not occur in the echo of the command.
  socket.send(Buffer.from(`stty -echo; echo "<""<"; ${command}; echo ">"">"; exit\r`));
  await once(socket, "close");
  return (/<<([^]*?)>>/.exec(printed)?.[1] ?? `no answer: ${printed}`).trim();
}
