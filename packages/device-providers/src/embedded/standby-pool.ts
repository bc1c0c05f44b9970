import { freemem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { DeviceModel } from "../provider.ts";
import { createRefillTimer } from "../refill-timer.ts";
import { lastWords } from "./device-end.ts";
import { makeStandbyFolder, writeRecord } from "./device-folder.ts";
import type { DeviceKind } from "./device-kind.ts";
import type { DeviceLauncher, LaunchedProcess } from "./device-launcher.ts";
import type { DeviceProcess } from "./device-process.ts";
import type { FolderRemover } from "./folder-remover.ts";
import { readStartTime, type ProcessIdentity } from "./process-identity.ts";

/** A device that waits for its options. */
export interface Standby {
  process: LaunchedProcess;
  identity: ProcessIdentity;
  /** Its working folder with its log; becomes the device's folder. */
  folder: string;
}

interface StandbyPool {
  /** Removes and returns a standby device, if there is one. */
  take(): Standby | undefined;
  /** Starts missing devices a little later, because a device that has just started needs CPU time first. */
  fillSoon(): void;
  /** Stops filling the pool, and ends its devices. */
  stop(): Promise<void>;
}

interface StandbyPoolOptions {
  root: string;
  launcher: DeviceLauncher;
  size: number;
  /** Kind and model of its devices. */
  kind: DeviceKind;
  model: DeviceModel;
  /** Timeout of a start. */
  readyTimeoutMs: number;
  /** Resolves with whether the disk has space for a standby device, in addition to the storage of devices in use. */
  hasRoom: () => Promise<boolean>;
  remover: FolderRemover;
  log: Pick<FastifyBaseLogger, "debug" | "warn">;
}

/** Pools for several models. */
export interface StandbyPools {
  /** Removes and returns a standby device for the model, if there is one. */
  take(model: DeviceModel): Standby | undefined;
  /** Fills all pools a little later. */
  fillSoon(): void;
  stop(): Promise<void>;
}

interface StandbyPoolsOptions extends Omit<StandbyPoolOptions, "size" | "kind" | "model"> {
  /** Number of standby devices by model. */
  warm: readonly { model: DeviceModel; size: number }[];
  kindOf: (model: DeviceModel) => DeviceKind;
}

/** Creates one pool for each group of models with interchangeable devices. */
export function createStandbyPools({ warm, kindOf, ...options }: StandbyPoolsOptions): StandbyPools {
  const pools = new Map<string, StandbyPool>();
  const keyOf = (model: DeviceModel) => kindOf(model).standbyKey(model);
  const byKey = Map.groupBy(
    warm.filter(({ size }) => size > 0),
    ({ model }) => keyOf(model),
  );
  for (const [key, alike] of byKey) {
    const size = alike.reduce((sum, { size: more }) => sum + more, 0);
    const [first] = alike;
    if (first) pools.set(key, createStandbyPool({ ...options, kind: kindOf(first.model), model: first.model, size }));
  }
  return {
    take: (model) => pools.get(keyOf(model))?.take(),
    fillSoon: () => pools.forEach((pool) => pool.fillSoon()),
    stop: async () => void (await Promise.all([...pools.values()].map((pool) => pool.stop()))),
  };
}

/** Free memory below which no standby devices are started, to reserve it for devices in use. */
const FREE_MEMORY_BYTES = 1024 ** 3;

/**
 * Keeps started devices that do not yet have their options; they become ready in a fraction of the time. They live
 * while this server holds their channel, so they always end with it. Failed starts are logged and retried; devices
 * start without them.
 */
function createStandbyPool(options: StandbyPoolOptions): StandbyPool {
  const { size, remover, log } = options;
  const waiting: Standby[] = [];
  const timer = createRefillTimer(() => void fill());
  let filling: Promise<void> | undefined;
  const stopped = new AbortController();

  function fill(): Promise<void> {
    filling ??= fillUp().finally(() => (filling = undefined));
    return filling;
  }

  async function fillUp(): Promise<void> {
    try {
      while (!stopped.signal.aborted && waiting.length < size && freemem() > FREE_MEMORY_BYTES) {
        if (!(await options.hasRoom())) break;
        const missing = await options.kind.missing(options.model);
        if (missing.length > 0) throw new Error(missing.join("; "));
        const standby = await startStandby(options, stopped.signal);
        waiting.push(standby);
        log.debug({ standbyPid: standby.identity.pid }, "device ready in standby");
        void removeWhenEnded(standby);
      }
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, "failed to start a standby device; retrying");
    }
    if (waiting.length < size) timer.retry();
  }

  /** Removes and replaces a standby device that ended unused. */
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
      timer.soon();
    },
    async stop() {
      stopped.abort();
      timer.stop();
      await filling;
      for (const { process, folder } of waiting.splice(0)) {
        process.kill();
        await process.exited;
        await removeOrTell(remover, folder, log);
      }
    },
  };
}

/** Starts a standby device. Rejects with the cause if the program does not reach standby, and leaves nothing. */
async function startStandby(options: StandbyPoolOptions, stopped: AbortSignal): Promise<Standby> {
  const { root, launcher, kind, model, readyTimeoutMs, remover, log } = options;
  const folder = await makeStandbyFolder(root);
  let process: LaunchedProcess | undefined;
  const kill = () => process?.kill();
  try {
    const prepare = async () => {
      await kind.furnish(folder, model);
      return kind.command(folder, model, kind.standbyOptions(folder, model));
    };
    process = await launcher.start(folder, prepare, kind.limits(model));
    stopped.throwIfAborted();
    stopped.addEventListener("abort", kill);
    const identity = await identify(process, folder);
    // A hanging device does not notice the server's end; the record makes it findable for the next server.
    await writeRecord(folder, { ...identity, port: null });
    await untilWaiting(process, readyTimeoutMs);
    return { process, identity, folder };
  } catch (error) {
    process?.kill();
    await process?.exited;
    await removeOrTell(remover, folder, log);
    throw error;
  } finally {
    // From here on it may become a device in use, which must survive the pool.
    stopped.removeEventListener("abort", kill);
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

/** Identifies the process of a folder. Rejects with the cause if it could not be started, or with its last words. */
export async function identify({ started }: DeviceProcess, folder: string): Promise<ProcessIdentity> {
  const pid = await started;
  const startTime = await readStartTime(pid);
  if (startTime === undefined) throw new Error(await lastWords(folder));
  return { pid, startTime };
}

async function removeOrTell(remover: FolderRemover, folder: string, log: StandbyPoolOptions["log"]): Promise<void> {
  await remover.remove(folder).catch((error: unknown) => log.warn({ err: error, folder }, "failed to remove a folder"));
}
