import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Log } from "@terrarium/adb-device/ports/log";
import { createSocketServer } from "@terrarium/bounds/bounded-server";
import { portOf } from "../network/port-of.ts";
import { CommandError, type Command } from "./command.ts";

/** An address of the loopback that programs do not use, so that the server is not one of the box's ports. */
const LOOPBACK = "127.8.8.8";
const MAX_CALLS = 128;
const MAX_REQUEST_BYTES = 128 * 1024;
/** Timeout for reading a request, in milliseconds. */
const REQUEST_WITHIN_MS = 10_000;
const HEAD_WORDS = 4;

/**
 * Script installed on the path for each command. It sends a request to the device's program over the loopback: starting
 * a Node program per command would take twenty times as long. The secret word at the start keeps out clients that reach
 * the loopback but cannot read this file, such as a web page. The response is an error message, or an empty line
 * followed by output.
 */
const script = (port: number, word: string) => `#!/bin/bash
exec 3<>/dev/tcp/${LOOPBACK}/${port} || exit 1
printf '%s\\0' ${word} "\${0##*/}" "$PWD" $# "$@" >&3
IFS= read -r failure <&3 || exit 1
[ -z "$failure" ] || { printf '%b\\n' "$failure" >&2; exit 1; }
exec cat <&3
`;

export interface CommandServer {
  /** Folder of the command scripts, for the path. */
  folder: string;
  close(): void;
}

/** Creates the folder with the command scripts and serves their requests. */
export async function startCommandServer(
  folder: string,
  commands: Readonly<Record<string, Command>>,
  log: Log,
): Promise<CommandServer> {
  const word = randomBytes(16).toString("hex");
  const server = createSocketServer({ maxConnections: MAX_CALLS }, (socket) => void serve(socket, word, commands, log));
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ask = join(folder, ".ask");
  await writeFile(ask, script(portOf(server), word), { mode: 0o700 });
  await chmod(ask, 0o700);
  await Promise.all(Object.keys(commands).map((name) => symlink(".ask", join(folder, name))));
  return { folder, close: () => server.close() };
}

async function serve(
  socket: Socket,
  word: string,
  commands: Readonly<Record<string, Command>>,
  log: Log,
): Promise<void> {
  const gone = new AbortController();
  socket.on("error", () => undefined).on("close", () => gone.abort());
  const [given = "", name = "", folder = "/", , ...args] = await readRequest(socket);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!isSame(given, word) || !command) return void socket.destroy();
  let answered = false;
  try {
    await command({
      args,
      folder,
      gone: gone.signal,
      print: async (bytes) => {
        if (!answered) socket.write("\n");
        answered = true;
        if (!gone.signal.aborted && bytes.length > 0)
          await new Promise<void>((done) => socket.write(bytes, () => done()));
      },
    });
    socket.end(answered ? "" : "\n");
  } catch (error) {
    if (!(error instanceof CommandError)) log("a command failed", { name, error: String(error) });
    // An error message cannot be sent after output has started.
    socket.end(answered ? "" : `${escape(error instanceof Error ? error.message : String(error))}\n`);
  }
}

/**
 * Reads the secret word, the command, the folder, the number of arguments, and the arguments. Returns an empty array
 * for an incomplete request.
 */
function readRequest(socket: Socket): Promise<string[]> {
  return new Promise((resolve) => {
    let request = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), REQUEST_WITHIN_MS);
    const finish = (words: string[]) => {
      clearTimeout(timer);
      resolve(words);
    };
    socket.on("close", () => finish([]));
    socket.on("data", (chunk: Buffer) => {
      request = Buffer.concat([request, chunk]);
      if (request.length > MAX_REQUEST_BYTES) socket.destroy();
      const words = request.toString().split("\0");
      const count = HEAD_WORDS + Number(words[HEAD_WORDS - 1]);
      // Nothing follows the last NUL.
      if (words.length === count + 1) finish(words.slice(0, count));
    });
  });
}

function isSame(given: string, word: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(word)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Escapes text for bash's `printf %b`, as one line that is never empty. */
const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n") || "failed";
