import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { untilAdbAnswers } from "../adb-answer.ts";
import type { DeviceModel } from "../provider.ts";
import type { ContainerSettings } from "./container-settings.ts";
import { addressOf, type Containers } from "./containers.ts";
import { kindOf } from "./device-kinds.ts";
import { EngineError } from "./engine.ts";

const ALIVE_POLL_MS = 500;
/** A command may hang in a container that is still booting. */
const COMMAND_TIMEOUT_MS = 5_000;
const CONFLICT = 409;

export interface StartedContainer {
  containerId: string;
  address: DeviceAddress;
}

interface RunOptions {
  model: DeviceModel;
  settings: ContainerSettings;
  /** The only key that the device accepts. Default: the previous key, or none yet. */
  authorizedKey?: string;
  /** Default: the timeout of the device's kind. */
  readyTimeoutMs?: number | undefined;
  /** Aborted, with the reason as an Error, when the container is no longer needed. */
  signal: AbortSignal;
}

interface StartOptions extends RunOptions {
  name: string;
}

/**
 * Creates and starts a container; resolves when its device has booted and answers ADB. Rejects with the cause; the
 * caller removes the remains.
 */
export async function startContainer(containers: Containers, options: StartOptions): Promise<StartedContainer> {
  const { name, model, settings } = options;
  const create = () => containers.create(name, model, settings);
  const containerId = await create().catch(async (error: unknown) => {
    if (!(error instanceof EngineError && error.status === CONFLICT)) throw error;
    // Remove the container of an earlier attempt.
    await containers.remove(name);
    return create();
  });
  return runContainer(containers, containerId, options);
}

/** Starts an existing container; resolves when its device has booted and answers ADB. Rejects with the cause. */
export async function runContainer(
  containers: Containers,
  containerId: string,
  { model, settings, authorizedKey, signal, ...options }: RunOptions,
): Promise<StartedContainer> {
  const kind = kindOf(model);
  const readyTimeoutMs = options.readyTimeoutMs ?? kind.readyTimeoutMs(model);
  signal.throwIfAborted();
  await containers.start(containerId);
  // The device reads its key at each connection, so it can start before the key is written.
  const [details] = await Promise.all([
    containers.inspect(containerId),
    authorizedKey !== undefined && containers.putKey(containerId, model, authorizedKey),
  ]);
  const address = details && addressOf(details, settings);
  const started = address && { containerId, address };
  const wait = (over: AbortSignal) => untilOfUse(containers, started, model, readyTimeoutMs, over);
  if (started && (await whileAlive(containers, containerId, signal, wait))) return started;
  signal.throwIfAborted();
  if (!(await containers.inspect(containerId))?.State.Running)
    throw new Error((await containers.endOf(containerId)).detail);
  const words = await containers.lastWords(containerId);
  throw new Error(`not ready after ${readyTimeoutMs / 1000} s${words === "" ? "" : `: ${words}`}`);
}

/** Resolves with true when a device has booted and answers ADB, or with false at the timeout. */
export async function untilOfUse(
  containers: Containers,
  started: StartedContainer | undefined,
  model: DeviceModel,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (!started) return false;
  const { containerId, address } = started;
  const startedAt = performance.now();
  const run = (command: readonly string[]) => containers.run(containerId, command, COMMAND_TIMEOUT_MS);
  if (!(await kindOf(model).untilBooted(run, model, signal))) return false;
  return untilAdbAnswers(address, timeoutMs - (performance.now() - startedAt), signal);
}

/** Runs work with a signal that is aborted when the container ends or is no longer needed. */
async function whileAlive(
  containers: Containers,
  containerId: string,
  signal: AbortSignal,
  work: (over: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const over = new AbortController();
  const end = () => over.abort();
  signal.addEventListener("abort", end);
  const watch = async () => {
    while (!over.signal.aborted) {
      await sleep(ALIVE_POLL_MS, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      const details = await containers.inspect(containerId).catch(() => undefined);
      if (!details?.State.Running) end();
    }
  };
  try {
    const [isDone] = await Promise.all([work(over.signal).finally(end), watch()]);
    return isDone;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
