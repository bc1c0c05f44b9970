import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Egress } from "@terrarium/egress/egress";
import { AppError } from "@terrarium/platform/base/app-error";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { createLimiter } from "@terrarium/platform/base/limiter";
import { makeFolder } from "@terrarium/platform/base/make-folder";
import type { DeviceRoom } from "@terrarium/platform/disk/device-room";
import type { FastifyBaseLogger } from "fastify";
import {
  HOME_READ_ONLY,
  originProblem,
  READY_TIMEOUT_MS,
  STANDBY_READY_TIMEOUT_MS,
  TOO_MUCH_MEMORY,
  TOO_MUCH_STORED,
} from "../device-program.ts";
import { HANGS, type LivenessPace, watchLiveness } from "../liveness.ts";
import type { DeviceModel, DeviceProvider, DeviceSpec, DeviceState, DeviceStops, ExitListener } from "../provider.ts";
import { endProcess, killProcess, lastWords } from "./device-end.ts";
import {
  dataFolder,
  deviceFolder,
  type DeviceRecord,
  homeFolder,
  homeImage,
  listDevices,
  listUnfinished,
  readRecord,
} from "./device-folder.ts";
import type { DeviceKind } from "./device-kind.ts";
import { createDeviceLauncher, type DeviceExit } from "./device-launcher.ts";
import { createDeviceMeter, type MeteredDevice } from "./device-meter.ts";
import { addressIn, startAgain, startCold, startFromStandby, type StartedDevice } from "./device-start.ts";
import { createEgressProxies } from "./egress-proxies.ts";
import { createFolderRemover } from "./folder-remover.ts";
import { watchHomes } from "./home-watch.ts";
import { watchImages } from "./image-watch.ts";
import { createLinuxMachine } from "./linux-machine.ts";
import { watchMemory } from "./memory-watch.ts";
import { phoneKind } from "./phone-kind.ts";
import { isAlive, signalGroup, untilGone, type ProcessIdentity } from "./process-identity.ts";
import { sandboxKind } from "./sandbox-kind.ts";
import { createStandbyPools } from "./standby-pool.ts";

const SANDBOX_PROGRAM = fileURLToPath(new URL("../../../../devices/desktop/dist/main.js", import.meta.url));
/** Pause before another attempt to remove remains of an earlier server. */
const REMOVE_AGAIN_MS = 5_000;
/** Time that a device has to end when its data is deleted. */
const DESTROY_GRACE_MS = 2_000;

export interface EmbeddedProviderOptions {
  /** Folder of all device folders. */
  root: string;
  /** The virtual device program, run with this server's own Node. */
  program: string;
  /** The program that implements ADB inside Linux sandboxes. Default: ours. */
  sandboxProgram?: string;
  /** Root file system of Linux sandboxes. Default: this machine's own. */
  linuxRoot?: string | undefined;
  log: Pick<FastifyBaseLogger, "debug" | "warn" | "error">;
  /** Addresses that a phone's apps and a sandbox's programs may reach. Default: none. */
  egress?: Egress;
  /** The device's `--clock`: a fixed time of day for tests. Default: the clock runs. */
  clock?: string | undefined;
  /** The device's `--screen-encoder`. Default: the device chooses. */
  screenEncoder?: string | undefined;
  /** Models and numbers of standby devices, which shorten starts. Default: none. */
  warm?: readonly { model: DeviceModel; size: number }[];
  /** Storage limit of a device, in MB. */
  storageMb: number;
  /** Limit of devices. Default: unlimited. */
  room?: DeviceRoom;
  /** Memory limit of a device, in MB; it is killed above that. */
  memoryMb: number;
  /** Timeout of a device start. */
  readyTimeoutMs?: number;
  /** Pace of the checks whether devices still answer. */
  livenessPace?: LivenessPace;
}

interface RunningDevice extends MeteredDevice {
  sandboxId: string;
  identity: ProcessIdentity;
  /** Resolves when its process has ended, with details only if this server started it. */
  exited: Promise<DeviceExit | void>;
  address: DeviceAddress;
  watchedMb: number | null;
  homePath: string;
  /** Why this server ended it, for operators and for users. */
  endedFor?: { detail: string; words: string };
}

/**
 * Runs each device as a process in a session of its own on this machine. It survives the server's death; the next
 * server finds it by the record in its folder.
 */
export function createEmbeddedProvider(options: EmbeddedProviderOptions): DeviceProvider {
  const {
    root,
    program,
    sandboxProgram = SANDBOX_PROGRAM,
    log,
    egress = "off",
    clock,
    screenEncoder,
    warm = [],
    storageMb,
    memoryMb,
    room,
  } = options;
  const { readyTimeoutMs = READY_TIMEOUT_MS } = options;
  makeFolder(root);
  const exits = new EventEmitter<{ exit: Parameters<ExitListener>; stranded: Parameters<ExitListener> }>();
  const running = new Map<string, RunningDevice>();
  /** Devices that are being created, and whether they were destroyed meanwhile. */
  const starting = new Map<string, { isDestroyed: boolean }>();
  const launcher = createDeviceLauncher({ root, log });
  const proxies = createEgressProxies(egress, log);
  const measure = createDeviceMeter(egress, proxies);
  const machine = createLinuxMachine({ rootPath: options.linuxRoot, log });
  const phone = phoneKind({ program, egress, clock, storageMb, screenEncoder, memoryMb });
  const sandbox = sandboxKind({ machine, program: sandboxProgram, egress, storageMb, screenEncoder });
  const kindOf = ({ kind }: DeviceModel): DeviceKind => (kind === undefined ? phone : sandbox);
  // A start uses a whole core for a moment, so more concurrent starts would only delay each other.
  const limitStarts = createLimiter(Math.max(2, availableParallelism()));
  const remover = createFolderRemover(root, log);
  /** Resolves with the ids of all devices with a folder, running or stopped, and of those being created. */
  const present = async () => {
    const listed = (await listDevices(root)).map(({ sandboxId }) => sandboxId);
    return [...new Set([...listed, ...starting.keys()])];
  };
  /** Throws no_space. */
  const requireRoom = async () => room?.require(await present(), 1);
  const hasRoom = () =>
    requireRoom().then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === "no_space") return false;
        throw error;
      },
    );
  const standbys = createStandbyPools({ root, launcher, warm, kindOf, readyTimeoutMs, hasRoom, remover, log });
  const folderOf = (sandboxId: string) => deviceFolder(root, sandboxId, remover);

  /** Removes unfinished and half-removed devices of an earlier server before creating new ones. */
  async function clean(): Promise<void> {
    try {
      await launcher.clean();
      await remover.resume();
      for (const folder of await listUnfinished(root)) await removeUnfinished(folder);
    } catch (error) {
      log.error({ err: error, root }, "failed to remove an earlier server's leftovers; the next start retries");
    }
  }

  /** Removes an unfinished folder. Never rejects; a failure does not affect other folders. */
  async function removeUnfinished(folder: string): Promise<void> {
    try {
      const record = await readRecord(folder);
      if (record) await killProcess(record);
      await remover.remove(folder);
    } catch (error) {
      log.error({ err: error, folder }, "failed to remove an earlier server's leftovers; retrying");
      setTimeout(() => void removeUnfinished(folder), REMOVE_AGAIN_MS).unref();
    }
  }
  const cleaned = clean().then(() => standbys.fillSoon());

  watchMemory(
    () => running.values(),
    (device) => end(device, tooMuchMemory(device)),
  );
  const homes = watchHomes(
    () => running.values(),
    storageMb,
    (device) => end(device, { detail: `it stored more than its limit of ${storageMb} MB`, words: TOO_MUCH_STORED }),
    log,
  );

  const images = watchImages(
    () => running.values(),
    ({ sandboxId }) => exits.emit("stranded", sandboxId, "an error made its home read-only", HOME_READ_ONLY),
    log,
  );
  const liveness = watchLiveness({
    devices: () => running.values(),
    onSilent: async (device) => end(device, { detail: "its process runs but does not answer ADB", words: HANGS }),
    pace: options.livenessPace,
    log,
  });

  function end(device: RunningDevice, endedFor: NonNullable<RunningDevice["endedFor"]>): void {
    device.endedFor = endedFor;
    signalGroup(device.identity, "SIGKILL").catch((error: unknown) =>
      log.error({ err: error, sandboxId: device.sandboxId }, "failed to end a device over its limits"),
    );
  }

  /** Watches a device until it ends, and reports the end unless `destroy` caused it. */
  function watch(sandboxId: string, record: DeviceRecord, exited: RunningDevice["exited"]): void {
    // A record without a limit is an older version's, of a phone.
    const { watchedMb = memoryMb, port } = record;
    const folder = path.join(root, sandboxId);
    const device: RunningDevice = {
      sandboxId,
      identity: record,
      exited,
      address: addressIn(folder, port ?? 0),
      watchedMb,
      startsProcesses: port === 0,
      folder,
      dataPath: dataFolder(folder),
      homePath: homeFolder(folder),
      imagePath: existsSync(homeImage(folder)) ? homeImage(folder) : undefined,
    };
    running.set(sandboxId, device);
    const tell = async () => {
      const ending = await exited;
      const last = await lastWords(folder);
      if (running.get(sandboxId) !== device) return;
      proxies.close(folder);
      running.delete(sandboxId);
      const why = device.endedFor ?? (ending?.hadTooLittleMemory === true ? tooMuchMemory(device) : undefined);
      if (why) exits.emit("exit", sandboxId, why.detail, why.words);
      else exits.emit("exit", sandboxId, last);
    };
    tell().catch((error: unknown) => log.error({ err: error, sandboxId }, "failed to report a device's end"));
  }

  /** Starts a device from a standby device if one answers, otherwise from scratch. */
  async function start(spec: DeviceSpec, made: { isDestroyed: boolean }): Promise<StartedDevice> {
    const folder = folderOf(spec.sandboxId);
    const kind = kindOf(spec);
    const standby = standbys.take(spec);
    if (standby) {
      try {
        const timeoutMs = Math.min(STANDBY_READY_TIMEOUT_MS, readyTimeoutMs);
        return await startFromStandby(standby, folder, spec, { kind, timeoutMs });
      } catch (error) {
        if (made.isDestroyed) throw error;
        log.warn({ err: error, sandboxId: spec.sandboxId }, "the standby device did not respond; starting another");
      }
    }
    return startCold(folder, spec, { kind, launcher, timeoutMs: readyTimeoutMs });
  }

  /** Ends the process without reporting it, and keeps its folder. */
  async function endQuietly(sandboxId: string, graceMs?: number): Promise<void> {
    const folder = folderOf(sandboxId).path;
    const record = await readRecord(folder);
    running.delete(sandboxId);
    proxies.close(folder);
    if (record) await endProcess(record, graceMs);
  }

  const stops: DeviceStops = {
    stop: (sandboxId) => endQuietly(sandboxId),
    start: (spec) =>
      limitStarts(async () => {
        const { sandboxId } = spec;
        const folder = folderOf(sandboxId);
        await cleaned;
        // A killed server may have started the device already.
        await endQuietly(sandboxId);
        if (!(await listDevices(root)).some((device) => device.sandboxId === sandboxId))
          throw new Error("its stored data is gone");
        const how = { kind: kindOf(spec), launcher, timeoutMs: readyTimeoutMs };
        const { record, exited, address } = await startAgain(folder, spec, how);
        await proxies.open(folder.path);
        watch(sandboxId, record, exited);
        return { address };
      }),
  };

  const provider: DeviceProvider = {
    name: "embedded",
    shared: false,
    originProblem,
    stops,
    missingFor: async (model) => kindOf(model).missing(model),
    requireRoom,
    create: (spec) =>
      limitStarts(async () => {
        const { sandboxId } = spec;
        const made = { isDestroyed: false };
        starting.set(sandboxId, made);
        try {
          await cleaned;
          await room?.require(await present(), 0);
          const { record, exited, address } = await start(spec, made);
          if (made.isDestroyed) throw new Error("it was destroyed while it started");
          await proxies.open(folderOf(sandboxId).path);
          watch(sandboxId, record, exited);
          const osVersion = kindOf(spec).osVersion();
          const screen = { widthPx: spec.widthPx, heightPx: spec.heightPx };
          return { address, screen, ...(osVersion !== undefined && { osVersion }) };
        } catch (error) {
          await provider
            .destroy(sandboxId)
            .catch((left: unknown) =>
              log.error({ err: left, sandboxId }, "failed to clean up after a failed device start"),
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
      await proxies.open(folder);
      if (!running.has(sandboxId))
        watch(
          sandboxId,
          record,
          untilGone(record).then(() => launcher.clean()),
        );
      return { state: "running", address: addressIn(folder, record.port) };
    },

    async measure(sandboxId) {
      const device = running.get(sandboxId);
      return device && measure(device);
    },

    async destroy(sandboxId) {
      const made = starting.get(sandboxId);
      if (made) made.isDestroyed = true;
      await endQuietly(sandboxId, DESTROY_GRACE_MS);
      await folderOf(sandboxId).remove();
    },

    list: () => listDevices(root),

    onExit: (listener) => void exits.on("exit", listener),
    onStranded: (listener) => void exits.on("stranded", listener),

    async close() {
      // The clean-up must finish before another provider creates devices there.
      await cleaned;
      homes.stop();
      images.stop();
      await liveness.stop();
      proxies.closeAll();
      await standbys.stop();
    },
  };
  return provider;
}

const tooMuchMemory = ({ watchedMb }: RunningDevice) => ({
  detail: `it used more memory than its limit${watchedMb === null ? "" : ` of ${watchedMb} MB`}`,
  words: TOO_MUCH_MEMORY,
});
