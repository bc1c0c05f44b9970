import { EventEmitter } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceAddress, DeviceProvider, DeviceSpec, DeviceState } from "../provider.ts";
import { deviceFolder, type DeviceFolder, type DeviceRecord } from "./device-folder.ts";
import { startDeviceProcess, type DeviceProcess } from "./device-process.ts";
import { createLimiter } from "./limiter.ts";
import { isAlive, readStartTime, signalGroup, type ProcessIdentity } from "./process-identity.ts";
import { createStandbyPool, isStandbyFolder, type Standby } from "./standby-pool.ts";

const HOST = "127.0.0.1";
const READY_TIMEOUT_MS = 30_000;
const END_POLL_MS = 25;
const ADOPTED_POLL_MS = 1_000;
const TERMINATE_GRACE_MS = 2_000;
const KILL_GRACE_MS = 2_000;

export interface EmbeddedProviderOptions {
  /** Where each device has its folder. */
  root: string;
  /** The virtual device program, run under this server's own Node. */
  program: string;
  /** The device's `--egress`: how far its apps may reach; nowhere if it is not given. */
  egress?: string;
  /** The device's `--clock`: where its time of day stands still, for tests; it goes if it is not given. */
  clock?: string | undefined;
  /** How many devices wait in standby, so that the next is ready sooner; none if it is not given. */
  standbyDevices?: number;
  /** How long a device may take to start. */
  readyTimeoutMs?: number;
}

interface RunningDevice {
  identity: ProcessIdentity;
  /** Resolves when its process has ended. */
  exited: Promise<void>;
}

/**
 * Runs each device as a process of its own on this machine, in a session of its own: a server that is killed leaves it
 * running, and the next one finds it by the record in its folder.
 */
export function createEmbeddedProvider(options: EmbeddedProviderOptions): DeviceProvider {
  const { root, program, egress = "off", clock, standbyDevices = 0, readyTimeoutMs = READY_TIMEOUT_MS } = options;
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const exits = new EventEmitter<{ exit: [sandboxId: string, detail: string] }>();
  const running = new Map<string, RunningDevice>();
  // Starting takes a whole core for a moment: more at once would only all be late.
  const limitStarts = createLimiter(Math.max(2, availableParallelism()));
  const standbys = createStandbyPool({ root, program, size: standbyDevices });
  standbys.fillSoon();

  /** Watches a device until it ends, and tells of it unless `destroy` ended it. */
  function watch(sandboxId: string, identity: ProcessIdentity, exited: Promise<void>): void {
    const device = { identity, exited };
    running.set(sandboxId, device);
    const tell = async () => {
      await exited;
      if (running.get(sandboxId) !== device) return;
      running.delete(sandboxId);
      exits.emit("exit", sandboxId, endOf(deviceFolder(root, sandboxId)));
    };
    void tell();
  }

  async function start(spec: DeviceSpec): Promise<DeviceAddress> {
    const folder = deviceFolder(root, spec.sandboxId);
    const device = startDevice(program, folder, spec, { egress, clock }, standbys.take());
    const { pid } = device;
    const startTime = pid === undefined ? undefined : await readStartTime(pid);
    if (pid === undefined || startTime === undefined) {
      await device.exited;
      throw new Error(endOf(folder));
    }
    const identity = { pid, startTime };
    folder.writeRecord({ ...identity, port: null });
    const port = await untilReady(folder, device, readyTimeoutMs);
    folder.writeRecord({ ...identity, port });
    watch(spec.sandboxId, identity, device.exited);
    return { host: HOST, port };
  }

  const provider: DeviceProvider = {
    name: "embedded",
    create: (spec) =>
      limitStarts(async () => {
        try {
          return await start(spec);
        } catch (error) {
          await provider.destroy(spec.sandboxId);
          throw error;
        } finally {
          standbys.fillSoon();
        }
      }),

    async inspect(sandboxId): Promise<DeviceState> {
      const folder = deviceFolder(root, sandboxId);
      const record = folder.readRecord();
      if (!record || record.port === null || !(await isAlive(record))) return { state: "gone", detail: endOf(folder) };
      if (!running.has(sandboxId)) watch(sandboxId, record, untilGone(record));
      return { state: "running", address: { host: HOST, port: record.port } };
    },

    async destroy(sandboxId) {
      const folder = deviceFolder(root, sandboxId);
      const record = folder.readRecord();
      running.delete(sandboxId);
      if (record) await end(record);
      folder.remove();
    },

    async list() {
      const found: string[] = [];
      for (const sandboxId of readdirSync(root).filter((name) => !isStandbyFolder(name))) {
        const record = deviceFolder(root, sandboxId).readRecord();
        if (record && (await isAlive(record))) found.push(sandboxId);
      }
      return found;
    },

    onExit: (listener) => void exits.on("exit", listener),
  };
  return provider;
}

/** Makes the device out of one in standby, if there is one. */
function startDevice(
  program: string,
  folder: DeviceFolder,
  spec: DeviceSpec,
  world: { egress: string; clock: string | undefined },
  standby: Standby | undefined,
): DeviceProcess {
  folder.create(spec.authorizedKey, standby?.folder);
  const options = {
    port: 0,
    data: folder.dataPath,
    "authorized-keys": folder.authorizedKeysPath,
    width: spec.widthPx,
    height: spec.heightPx,
    density: spec.densityDpi,
    name: spec.name,
    egress: world.egress,
    ...(world.clock !== undefined && { clock: world.clock }),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  if (!standby) return startDeviceProcess(program, folder.path, args);
  standby.process.tell(args);
  return standby.process;
}

async function untilReady(folder: DeviceFolder, device: DeviceProcess, timeoutMs: number): Promise<number> {
  const timeout = new AbortController();
  const port = await Promise.race([
    device.ready,
    device.exited.then(() => "ended" as const),
    sleep(timeoutMs, "late" as const, { signal: timeout.signal }),
  ]);
  timeout.abort();
  if (port === "ended") throw new Error(endOf(folder));
  if (port === "late") throw new Error(`not ready after ${timeoutMs / 1000} s; ${endOf(folder)}`);
  return port;
}

/** Asks a device to end, and makes it. Rejects if it is still there after that. */
async function end(record: DeviceRecord): Promise<void> {
  await signalGroup(record, "SIGTERM");
  if (await goneWithin(record, TERMINATE_GRACE_MS)) return;
  await signalGroup(record, "SIGKILL");
  if (!(await goneWithin(record, KILL_GRACE_MS))) throw new Error(`process ${record.pid} does not end`);
}

async function goneWithin(identity: ProcessIdentity, timeMs: number): Promise<boolean> {
  const deadline = Date.now() + timeMs;
  while (await isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(END_POLL_MS);
  }
  return true;
}

/** For a device that another server started, whose end this process is not told of. */
async function untilGone(identity: ProcessIdentity): Promise<void> {
  // A look that fails says nothing: the next one will tell.
  const maybeAlive = () => isAlive(identity).catch(() => true);
  while (await maybeAlive()) await sleep(ADOPTED_POLL_MS, undefined, { ref: false });
}

function endOf(folder: DeviceFolder): string {
  const log = folder.readLogEnd();
  return log === "" ? "its process ended without a word" : `its last words: ${log}`;
}
