import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { createSocketServer } from "@terrarium/bounds/bounded-server";
import { launch } from "./launcher.ts";
import { killGroup } from "./process-group.ts";
import { listenAtFile } from "./socket-file.ts";

export interface StartRequest {
  command: readonly [program: string, ...args: string[]];
  cwd?: string;
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** File to which the output is appended. Default: the output is discarded. */
  logPath?: string;
  /** Whether it exchanges messages (the channel of `fork`). */
  hasChannel?: boolean;
  /** Files of the control groups that it joins (`ControlGroup`). */
  joinFiles?: readonly string[];
}

export type BackgroundOrder =
  | { id: number; order: "start"; request: StartRequest }
  | { id: number; order: "tell"; message: object }
  /** Sends a message with a server that listens at a new socket file. */
  | { id: number; order: "hand"; message: object; socketFile: string }
  | { id: number; order: "kill" };

export type BackgroundNews =
  | { id: number; news: "started"; pid: number }
  | { id: number; news: "failed"; message: string; code: string | undefined }
  | { id: number; news: "told"; message: unknown }
  | { id: number; news: "handed"; failure?: string }
  | { id: number; news: "exited"; code: number | null };

/** Index of the channel in `stdio`. */
const CHANNEL = 3;

const children = new Map<number, ChildProcess>();
const send = (news: BackgroundNews): void => parentPort?.postMessage(news, []);

/** Sends an error's message and code. Messages between threads would lose the code. */
function sendFailure(id: number, error: unknown): void {
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  send({ id, news: "failed", message, code });
}

/** Starts a process. Throws if its log cannot be opened or the process cannot be created. */
function start({ command, cwd, env, logPath, hasChannel = false, joinFiles = [] }: StartRequest): ChildProcess {
  const log = logPath === undefined ? undefined : openSync(logPath, "a", 0o600);
  try {
    const output = log ?? "ignore";
    const [program, args] = launch({ command, joinFiles, channel: hasChannel ? CHANNEL : undefined });
    return spawn(program, args, {
      cwd,
      env,
      stdio: hasChannel ? ["ignore", output, output, "ipc"] : ["ignore", output, output],
      detached: true,
    });
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

function follow(id: number, child: ChildProcess): void {
  children.set(id, child);
  // Report the id at once: if this thread fails, the main thread needs it.
  if (child.pid !== undefined) send({ id, news: "started", pid: child.pid });
  child.on("message", (message) => send({ id, news: "told", message }));
  child.on("error", (error) => {
    // A failed message is not the end of the process, which is reported later.
    if (child.pid === undefined) {
      children.delete(id);
      sendFailure(id, error);
    }
  });
  child.on("exit", (code) => {
    children.delete(id);
    // Children that had not yet tied themselves to its end survive it.
    kill(child);
    send({ id, news: "exited", code });
  });
}

/** Kills the process and its group. Children that have not yet tied themselves to its end would survive otherwise. */
function kill(child: ChildProcess | undefined): void {
  if (child?.pid !== undefined) killGroup(child.pid);
}

/** Hands a listening server to the process, which alone accepts connections from then on. */
async function hand(child: ChildProcess | undefined, message: object, socketFile: string): Promise<void> {
  const server = createSocketServer({ maxConnections: 0 });
  await listenAtFile(server, socketFile);
  try {
    await new Promise<void>((resolve, reject) => {
      if (!child?.connected) throw new Error("its process has ended");
      child.send(message, server, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    server.close();
  }
}

parentPort?.on("message", (order: BackgroundOrder) => {
  const { id } = order;
  if (order.order === "tell") children.get(id)?.send(order.message, () => undefined);
  else if (order.order === "hand")
    hand(children.get(id), order.message, order.socketFile).then(
      () => send({ id, news: "handed" }),
      (error: unknown) => send({ id, news: "handed", failure: error instanceof Error ? error.message : String(error) }),
    );
  else if (order.order === "kill") kill(children.get(id));
  else
    try {
      follow(id, start(order.request));
    } catch (error) {
      sendFailure(id, error);
    }
});
