import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { Log } from "@terrarium/adb-device/ports/log";
import { createSocketServer } from "@terrarium/adb/bounded-server";
import { portOf } from "../network/port-of.ts";
import { CommandError, type Command } from "./command.ts";

const loopback = "127.0.0.1";
const maxCalls = 128;
const maxRequestBytes = 128 * 1024;
/** A call that has not said within this time what it wants is given up. */
const requestWithinMs = 10_000;
const headWords = 4;

/**
 * What stands for each command on the path: it asks the device's program over the loopback, since starting a program of
 * ours for each would take twenty times as long. The word at the beginning keeps out what may reach the loopback and may
 * not read this file, such as a page in a browser. The answer is the message of a failure, or an empty line, then output.
 */
const script = (port: number, word: string) => `#!/bin/bash
exec 3<>/dev/tcp/${loopback}/${port} || exit 1
printf '%s\\0' ${word} "\${0##*/}" "$PWD" $# "$@" >&3
IFS= read -r failure <&3 || exit 1
[ -z "$failure" ] || { printf '%b\\n' "$failure" >&2; exit 1; }
exec cat <&3
`;

export interface CommandServer {
  /** The folder of the commands, for the path. */
  folder: string;
  close(): void;
}

/** Puts the commands into a folder that it makes, and answers them. */
export async function startCommandServer(
  folder: string,
  commands: Readonly<Record<string, Command>>,
  log: Log,
): Promise<CommandServer> {
  const word = randomBytes(16).toString("hex");
  const server = createSocketServer({ maxConnections: maxCalls }, (socket) => void serve(socket, word, commands, log));
  server.listen(0, loopback);
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
    // After some output there is no room for a message any more.
    socket.end(answered ? "" : `${escape(error instanceof Error ? error.message : String(error))}\n`);
  }
}

/** The word, the command, the folder, how many arguments there are, and these; none if they do not come. */
function readRequest(socket: Socket): Promise<string[]> {
  return new Promise((resolve) => {
    let request = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), requestWithinMs);
    const finish = (words: string[]) => {
      clearTimeout(timer);
      resolve(words);
    };
    socket.on("close", () => finish([]));
    socket.on("data", (chunk: Buffer) => {
      request = Buffer.concat([request, chunk]);
      if (request.length > maxRequestBytes) socket.destroy();
      const words = request.toString().split("\0");
      const count = headWords + Number(words[headWords - 1]);
      // Behind the last NUL there is nothing.
      if (words.length === count + 1) finish(words.slice(0, count));
    });
  });
}

function isSame(given: string, word: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(word)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** As bash's `printf %b` reads it, on one line; never empty. */
const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n") || "failed";
