import { freemem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { createRefillTimer } from "../refill-timer.ts";
import { lastWords } from "./device-end.ts";
import { makeStandbyFolder, writeRecord } from "./device-folder.ts";
import type { DeviceLauncher, LaunchedProcess } from "./device-launcher.ts";
import { dataFolder, type DeviceProcess } from "./device-process.ts";
import type { FolderRemover } from "./folder-remover.ts";
import { readStartTime, type ProcessIdentity } from "./process-identity.ts";

/** A device that waits for its options. */
export interface Standby {
  process: LaunchedProcess;
  identity: ProcessIdentity;
  /** Its working folder with its log, to become the device's. */
  folder: string;
}

export interface StandbyPool {
  /** A device in standby, if there is one; it is the caller's from then on. */
  take(): Standby | undefined;
  /** Starts what is missing, a little later: whoever just started a device needs the processor more. */
  fillSoon(): void;
  /** Starts no more of them. */
  stop(): void;
}

export interface StandbyPoolOptions {
  root: string;
  launcher: DeviceLauncher;
  size: number;
  /** How long one may take to start. */
  readyTimeoutMs: number;
  remover: FolderRemover;
  log: Pick<FastifyBaseLogger, "debug" | "warn">;
}

/** With less left, what is there goes to devices that somebody uses. */
const FREE_MEMORY_BYTES = 1024 ** 3;

/**
 * Keeps devices that have started but do not yet know which device they are: they take a fraction of the time to be
 * ready. They live only while this server holds the channel to them, so they end with it, however it ends. That one
 * cannot be started is told in the log and tried again: devices start without them.
 */
export function createStandbyPool(options: StandbyPoolOptions): StandbyPool {
  const { size, remover, log } = options;
  const waiting: Standby[] = [];
  const timer = createRefillTimer(() => void fill());
  let filling = false;

  async function fill(): Promise<void> {
    if (filling) return;
    filling = true;
    try {
      while (waiting.length < size && freemem() > FREE_MEMORY_BYTES) {
        const standby = await startStandby(options);
        waiting.push(standby);
        log.debug({ standbyPid: standby.identity.pid }, "a device waits in standby");
        void removeWhenEnded(standby);
      }
    } catch (error) {
      log.warn({ err: error }, "no device could be started in standby; it is tried again");
    } finally {
      filling = false;
    }
    if (waiting.length < size) timer.retry();
  }

  /** One that ends without having been taken leaves nothing, and another takes its place. */
  async function removeWhenEnded(standby: Standby): Promise<void> {
    await standby.process.exited;
    const index = waiting.indexOf(standby);
    if (index < 0) return;
    waiting.splice(index, 1);
    await removeOrTell(remover, standby.folder, log);
    timer.retry();
  }

  return {
    take: () => waiting.shift(),
    fillSoon() {
      if (size > 0) timer.soon();
    },
    stop: () => timer.stop(),
  };
}

/** Rejects with the cause if the program does not come to wait, and leaves nothing. */
async function startStandby(options: StandbyPoolOptions): Promise<Standby> {
  const { root, launcher, readyTimeoutMs, remover, log } = options;
  const folder = await makeStandbyFolder(root);
  let process: LaunchedProcess | undefined;
  try {
    process = await launcher.start(folder, ["--standby", dataFolder(folder)]);
    const identity = await identify(process, folder);
    // One that hangs does not hear of the server's end: the next server is to find it.
    await writeRecord(folder, { ...identity, port: null });
    await untilWaiting(process, readyTimeoutMs);
    return { process, identity, folder };
  } catch (error) {
    process?.kill();
    await process?.exited;
    await removeOrTell(remover, folder, log);
    throw error;
  }
}

async function untilWaiting(process: DeviceProcess, timeoutMs: number): Promise<void> {
  const timeout = new AbortController();
  const outcome = await Promise.race([
    process.inStandby.then(() => "waits"),
    process.exited.then(() => "its process ended"),
    sleep(timeoutMs, `it was not ready after ${timeoutMs / 1000} s`, { signal: timeout.signal, ref: false }),
  ]);
  timeout.abort();
  if (outcome !== "waits") throw new Error(outcome);
}

/** Which process it is, that works in a folder. Rejects with the cause if it could not be started, or with its last words. */
export async function identify({ started }: DeviceProcess, folder: string): Promise<ProcessIdentity> {
  const pid = await started;
  const startTime = await readStartTime(pid);
  if (startTime === undefined) throw new Error(await lastWords(folder));
  return { pid, startTime };
}

async function removeOrTell(remover: FolderRemover, folder: string, log: StandbyPoolOptions["log"]): Promise<void> {
  await remover
    .remove(folder)
    .catch((error: unknown) => log.warn({ err: error, folder }, "a folder could not be removed"));
}
