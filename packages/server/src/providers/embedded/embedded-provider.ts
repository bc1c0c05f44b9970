import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { createLimiter } from "../../base/limiter.ts";
import type { DeviceRoom } from "../../disk/device-room.ts";
import { READY_TIMEOUT_MS, STANDBY_READY_TIMEOUT_MS, TOO_MUCH_MEMORY } from "../device-program.ts";
import type { DeviceProvider, DeviceSpec, DeviceState, DeviceStops, ExitListener } from "../provider.ts";
import { endProcess, killProcess, lastWords, untilGone } from "./device-end.ts";
import { deviceFolder, listDevices, listUnfinished, readRecord } from "./device-folder.ts";
import { createDeviceLauncher, type DeviceExit } from "./device-launcher.ts";
import { HOST, startAgain, startCold, startFromStandby, type StartedDevice } from "./device-start.ts";
import { createFolderRemover } from "./folder-remover.ts";
import { watchMemory } from "./memory-watch.ts";
import { isAlive, signalGroup, type ProcessIdentity } from "./process-identity.ts";
import { createStandbyPool } from "./standby-pool.ts";

const MEGABYTE = 1024 ** 2;
/** What a device may use for the moment until the watch sees it; then the kernel ends it. */
const MEMORY_BURST = 1.5;
/** Processes and threads: a device is one process of some twenty threads, and one more for each of its shells. */
const MAX_TASKS = 1_024;

export interface EmbeddedProviderOptions {
  /** Where each device has its folder. */
  root: string;
  /** The virtual device program, run under this server's own Node. */
  program: string;
  log: Pick<FastifyBaseLogger, "debug" | "warn" | "error">;
  /** The device's `--egress`: how far its apps may reach; nowhere if it is not given. */
  egress?: string;
  /** The device's `--clock`: where its time of day stands still, for tests; it goes if it is not given. */
  clock?: string | undefined;
  /** How many devices wait in standby, so that the next is ready sooner; none if it is not given. */
  standbyDevices?: number;
  /** How much a device may store. */
  storageMb: number;
  /** Whether there is room for one more; there always is if it is not given. */
  room?: DeviceRoom;
  /** How much memory of its own a device may use before it is ended. */
  memoryMb: number;
  /** How long a device may take to start. */
  readyTimeoutMs?: number;
}

interface RunningDevice {
  sandboxId: string;
  identity: ProcessIdentity;
  /** Resolves when its process has ended; with more only if this server started it. */
  exited: Promise<DeviceExit | void>;
  usedTooMuchMemory?: boolean;
}

/**
 * Runs each device as a process of its own on this machine, in a session of its own: a server that is killed leaves it
 * running, and the next one finds it by the record in its folder.
 */
export function createEmbeddedProvider(options: EmbeddedProviderOptions): DeviceProvider {
  const { root, program, log, egress = "off", clock, standbyDevices = 0, storageMb, memoryMb, room } = options;
  const { readyTimeoutMs = READY_TIMEOUT_MS } = options;
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const exits = new EventEmitter<{ exit: Parameters<ExitListener> }>();
  const running = new Map<string, RunningDevice>();
  /** Those that are being made, and whether they were destroyed meanwhile. */
  const starting = new Map<string, { isDestroyed: boolean }>();
  // Files count as memory where the disk is one.
  const limits = { memoryBytes: (MEMORY_BURST * memoryMb + storageMb) * MEGABYTE, maxTasks: MAX_TASKS };
  const launcher = createDeviceLauncher({ root, program, limits, log });
  const settings = { launcher, egress, clock, storageMb };
  // Starting takes a whole core for a moment: more at once would only all be late.
  const limitStarts = createLimiter(Math.max(2, availableParallelism()));
  const remover = createFolderRemover(root, log);
  const standbys = createStandbyPool({ root, launcher, size: standbyDevices, readyTimeoutMs, remover, log });
  /** Those that have a folder, running or stopped, and those that will. */
  const present = async () => {
    const listed = (await listDevices(root)).map(({ sandboxId }) => sandboxId);
    return [...new Set([...listed, ...starting.keys()])];
  };
  const folderOf = (sandboxId: string) => deviceFolder(root, sandboxId, remover);

  /** Removes what an earlier server left half made or half removed, before anything new is made. */
  async function clean(): Promise<void> {
    try {
      await launcher.clean();
      await remover.resume();
      for (const folder of await listUnfinished(root)) {
        const record = await readRecord(folder);
        if (record) await killProcess(record);
        await remover.remove(folder);
      }
    } catch (error) {
      log.error({ err: error, root }, "what an earlier server left could not be removed; the next start tries again");
    }
  }
  const cleaned = clean().then(() => standbys.fillSoon());

  watchMemory(
    () => running.values(),
    memoryMb * MEGABYTE,
    (device) => {
      device.usedTooMuchMemory = true;
      signalGroup(device.identity, "SIGKILL").catch((error: unknown) =>
        log.error({ err: error, sandboxId: device.sandboxId }, "a device that uses too much memory could not be ended"),
      );
    },
  );

  /** Watches a device until it ends, and tells of it unless `destroy` ended it. */
  function watch(sandboxId: string, identity: ProcessIdentity, exited: RunningDevice["exited"]): void {
    const device: RunningDevice = { sandboxId, identity, exited };
    running.set(sandboxId, device);
    const tell = async () => {
      const ending = await exited;
      const last = await lastWords(path.join(root, sandboxId));
      if (running.get(sandboxId) !== device) return;
      running.delete(sandboxId);
      if (device.usedTooMuchMemory === true || ending?.hadTooLittleMemory === true)
        exits.emit("exit", sandboxId, `it used more memory than its limit of ${memoryMb} MB`, TOO_MUCH_MEMORY);
      else exits.emit("exit", sandboxId, last);
    };
    tell().catch((error: unknown) => log.error({ err: error, sandboxId }, "the end of a device could not be told"));
  }

  /** Out of the device in standby if that answers, else from the beginning. */
  async function start(spec: DeviceSpec, made: { isDestroyed: boolean }): Promise<StartedDevice> {
    const folder = folderOf(spec.sandboxId);
    const standby = standbys.take();
    if (standby) {
      try {
        const timeoutMs = Math.min(STANDBY_READY_TIMEOUT_MS, readyTimeoutMs);
        return await startFromStandby(standby, folder, spec, settings, timeoutMs);
      } catch (error) {
        if (made.isDestroyed) throw error;
        log.warn({ err: error, sandboxId: spec.sandboxId }, "the device in standby did not answer; starting another");
      }
    }
    return startCold(folder, spec, settings, readyTimeoutMs);
  }

  /** Ends its process without a word to anybody, and leaves its folder. */
  async function endQuietly(sandboxId: string): Promise<void> {
    const record = await readRecord(folderOf(sandboxId).path);
    running.delete(sandboxId);
    if (record) await endProcess(record);
  }

  const stops: DeviceStops = {
    stop: endQuietly,
    start: (spec) =>
      limitStarts(async () => {
        const { sandboxId } = spec;
        const folder = folderOf(sandboxId);
        await cleaned;
        // As of a server that was killed while it started the device.
        await endQuietly(sandboxId);
        if (!(await listDevices(root)).some((device) => device.sandboxId === sandboxId))
          throw new Error("what it stored is gone");
        const { identity, exited, address } = await startAgain(folder, spec, settings, readyTimeoutMs);
        watch(sandboxId, identity, exited);
        return { address };
      }),
  };

  const provider: DeviceProvider = {
    name: "embedded",
    shared: false,
    stops,
    requireRoom: async () => room?.require(await present(), 1),
    create: (spec) =>
      limitStarts(async () => {
        const { sandboxId } = spec;
        const made = { isDestroyed: false };
        starting.set(sandboxId, made);
        try {
          await cleaned;
          await room?.require(await present(), 0);
          const { identity, exited, address } = await start(spec, made);
          if (made.isDestroyed) throw new Error("it was destroyed while it started");
          watch(sandboxId, identity, exited);
          return { address, screen: { widthPx: spec.widthPx, heightPx: spec.heightPx } };
        } catch (error) {
          await provider
            .destroy(sandboxId)
            .catch((left: unknown) =>
              log.error({ err: left, sandboxId }, "a device that did not start left something"),
            );
          throw error;
        } finally {
          starting.delete(sandboxId);
          standbys.fillSoon();
        }
      }),

    async inspect(sandboxId): Promise<DeviceState> {
      const { path: folder } = folderOf(sandboxId);
      const record = await readRecord(folder);
      if (!record || record.port === null || !(await isAlive(record)))
        return { state: "gone", detail: await lastWords(folder) };
      if (!running.has(sandboxId))
        watch(
          sandboxId,
          record,
          untilGone(record).then(() => launcher.clean()),
        );
      return { state: "running", address: { host: HOST, port: record.port } };
    },

    async destroy(sandboxId) {
      const made = starting.get(sandboxId);
      if (made) made.isDestroyed = true;
      await endQuietly(sandboxId);
      await folderOf(sandboxId).remove();
    },

    list: () => listDevices(root),

    onExit: (listener) => void exits.on("exit", listener),

    close: async () => standbys.stop(),
  };
  return provider;
}
