import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { createSocketServer } from "@terrarium/adb/bounded-server";
import { launch } from "./launcher.ts";
import { killGroup } from "./process-group.ts";
import { listenAtFile } from "./socket-file.ts";

export interface StartRequest {
  command: readonly [program: string, ...args: string[]];
  cwd?: string;
  /** Of this process if it is not given. */
  env?: NodeJS.ProcessEnv;
  /** The file to which it appends what it prints; nowhere if it is not given. */
  logPath?: string;
  /** Whether it is told and tells messages (the channel of `fork`). */
  hasChannel?: boolean;
  /** Of the control groups that bound it, to become one of them (`ControlGroup`). */
  joinFiles?: readonly string[];
}

export type BackgroundOrder =
  | { id: number; order: "start"; request: StartRequest }
  | { id: number; order: "tell"; message: object }
  /** Tells it, and hands it a server that listens at a new socket file. */
  | { id: number; order: "hand"; message: object; socketFile: string }
  | { id: number; order: "kill" };

export type BackgroundNews =
  | { id: number; news: "started"; pid: number }
  | { id: number; news: "failed"; message: string; code: string | undefined }
  | { id: number; news: "told"; message: unknown }
  | { id: number; news: "handed"; failure?: string }
  | { id: number; news: "exited"; code: number | null };

/** Where `stdio` has the channel. */
const CHANNEL = 3;

const children = new Map<number, ChildProcess>();
const send = (news: BackgroundNews): void => parentPort?.postMessage(news, []);

/** Of an error, what a message between threads would lose is its code. */
function sendFailure(id: number, error: unknown): void {
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  send({ id, news: "failed", message, code });
}

/** Throws if its log cannot be opened, or no process can be made. */
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
  // At once: of what this thread does not come to tell, nobody would know.
  if (child.pid !== undefined) send({ id, news: "started", pid: child.pid });
  child.on("message", (message) => send({ id, news: "told", message }));
  child.on("error", (error) => {
    // A message that does not reach it is no end: that is told when it comes.
    if (child.pid === undefined) {
      children.delete(id);
      sendFailure(id, error);
    }
  });
  child.on("exit", (code) => {
    children.delete(id);
    // What was on its way to be walls, or to end with it, did not hear of its end.
    kill(child);
    send({ id, news: "exited", code });
  });
}

/** With all that it has started by then: what is on its way to be walls does not yet end with it. */
function kill(child: ChildProcess | undefined): void {
  if (child?.pid !== undefined) killGroup(child.pid);
}

/** The process alone listens from then on, as long as it lives. */
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
