import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceAddress } from "../../base/device-address.ts";
import { untilAdbAnswers } from "../adb-answer.ts";
import type { DeviceModel } from "../provider.ts";
import type { ContainerSettings } from "./container-settings.ts";
import { addressOf, type Containers } from "./containers.ts";
import { kindOf } from "./device-kinds.ts";
import { EngineError } from "./engine.ts";

const ALIVE_POLL_MS = 500;
/** A command in a container that has only begun to boot may hang. */
const COMMAND_TIMEOUT_MS = 5_000;
const CONFLICT = 409;

export interface StartedContainer {
  containerId: string;
  address: DeviceAddress;
}

interface RunOptions {
  model: DeviceModel;
  settings: ContainerSettings;
  /** Whose connections it is to let in; default: as before, or nobody's yet. */
  authorizedKey?: string;
  /** Default: what its kind says. */
  readyTimeoutMs?: number | undefined;
  /** Aborted, with an Error that says why, when it is not wanted any more. */
  signal: AbortSignal;
}

interface StartOptions extends RunOptions {
  name: string;
}

/** Makes a container and resolves when it is of use. Rejects with the cause; what is left is the caller's to remove. */
export async function startContainer(containers: Containers, options: StartOptions): Promise<StartedContainer> {
  const { name, model, settings } = options;
  const create = () => containers.create(name, model, settings);
  const containerId = await create().catch(async (error: unknown) => {
    if (!(error instanceof EngineError && error.status === CONFLICT)) throw error;
    // What an earlier attempt left.
    await containers.remove(name);
    return create();
  });
  return runContainer(containers, containerId, options);
}

/** Starts one that was made and resolves when it is of use. Rejects with the cause. */
export async function runContainer(
  containers: Containers,
  containerId: string,
  { model, settings, authorizedKey, signal, ...options }: RunOptions,
): Promise<StartedContainer> {
  const kind = kindOf(model);
  const readyTimeoutMs = options.readyTimeoutMs ?? kind.readyTimeoutMs(model);
  signal.throwIfAborted();
  await containers.start(containerId);
  // The device reads its key when it is asked to let somebody in, so it may start meanwhile.
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

/** Resolves with true when a device has booted and answers ADB, or with false if it does not in time. */
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

/** Does something that is told when the container ends, or is not wanted any more. */
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
