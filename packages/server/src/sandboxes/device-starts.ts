import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@terrarium/contract/errors";
import type { AdbKey } from "@terrarium/device-control/adb/adb-key";
import type { DeviceSessions, DeviceTarget } from "@terrarium/device-control/device/device-session";
import type { DeviceProviders } from "@terrarium/device-providers/device-providers";
import type { CreatedDevice, ProvidedSandbox } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import { asHostError } from "@terrarium/platform/disk/host-errors";
import type { Background } from "@terrarium/platform/jobs/background";
import type { SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { TakeStep } from "@terrarium/platform/telemetry/steps";
import type { FastifyBaseLogger } from "fastify";
import type { SandboxEnds } from "./ends.ts";
import { endedMeanwhile, notThere } from "./not-running.ts";
import { askOsVersion } from "./os-version.ts";
import type { HomeFiles, KeptFiles, SandboxRecord } from "./sandbox.ts";
import type { SandboxStore } from "./store.ts";
import type { Template } from "./template-choice.ts";

const START_POLL_MS = 100;
/** Errors of a device start that are returned to the caller unchanged. */
const STARTLESS: ReadonlySet<ErrorCode> = new Set(["no_space", "provider_unavailable"]);

export interface DeviceStartParts {
  store: Pick<SandboxStore, "find" | "markRunning" | "deleteStarting">;
  providers: Pick<DeviceProviders, "require">;
  ends: Pick<SandboxEnds, "end" | "removeDevice">;
  devices: Pick<DeviceSessions, "get">;
  homeFiles: HomeFiles;
  box: SecretBox;
  background: Background;
  takeStep: TakeStep<"provider">;
  log: FastifyBaseLogger;
}

/** Starts the devices of new sandboxes. */
export interface DeviceStarts {
  /**
   * Starts the device of a recorded sandbox, with its initial files. Throws no_space, provider_unavailable,
   * device_start_failed; sandbox_not_running or sandbox_not_found if it was ended meanwhile.
   */
  start(
    id: string,
    template: Template,
    key: AdbKey,
    lifetimeMs: number,
    files: KeptFiles | undefined,
  ): Promise<SandboxRecord>;
  /** Whether this server is starting the sandbox's device. */
  isStarting: (id: string) => boolean;
  /**
   * Waits until a device is ready. After the timeout or the signal, removes the sandbox completely. Throws
   * start_timeout.
   */
  inTime(
    sandbox: ProvidedSandbox,
    started: Promise<SandboxRecord>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<SandboxRecord>;
  /** Waits until a starting sandbox runs. Resolves with undefined if it never does. Throws start_timeout. */
  untilRunning(sandbox: SandboxRecord, timeoutMs: number): Promise<SandboxRecord | undefined>;
}

export function createDeviceStarts(
  { store, providers, ends, devices, homeFiles, box, background, takeStep, log }: DeviceStartParts,
  clock: () => number,
): DeviceStarts {
  const starting = new Set<string>();

  /** Records that the device of a starting sandbox is ready, unless the sandbox was ended meanwhile. */
  async function begin(sandbox: ProvidedSandbox, device: CreatedDevice, lifetimeMs: number): Promise<SandboxRecord> {
    const { id } = sandbox;
    const { address, screen, adbPrivateKeyPem, osVersion } = device;
    const adbKeySealed = adbPrivateKeyPem === undefined ? undefined : box.seal(adbPrivateKeyPem, id);
    const startedAt = clock();
    const expiresAt = startedAt + lifetimeMs;
    const running = await store.markRunning(id, { address, screen, osVersion, adbKeySealed, startedAt, expiresAt });
    if (running) return running;
    await ends.removeDevice(sandbox);
    throw notThere(id, await store.find(id));
  }

  /** Missing files make the start fail, rather than report an error of a running device. */
  async function restore(files: KeptFiles, target: DeviceTarget): Promise<void> {
    await homeFiles.restore(files, target).catch((error: unknown) => {
      const detail = error instanceof Error ? error.message : String(error);
      throw new Error(`the files of its snapshot could not be unpacked: ${detail}`, { cause: error });
    });
  }

  async function start(
    id: string,
    { provider, model }: Template,
    key: AdbKey,
    lifetimeMs: number,
    files: KeptFiles | undefined,
  ) {
    const sandbox = { id, provider };
    starting.add(id);
    try {
      const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = key;
      const device = await takeStep("device", { provider }, () =>
        providers.require(provider).create({ ...model, sandboxId: id, authorizedKey, adbPrivateKeyPem }),
      );
      const target = { sandboxId: id, adbPrivateKeyPem, ...device };
      const ask = () => askOsVersion(devices, target, log);
      const osVersion = device.osVersion ?? (model.kind && (await ask()));
      const ready = { ...device, osVersion };
      if (files) await takeStep("files", { provider }, () => restore(files, target));
      return await takeStep("record ready", { provider }, () => begin(sandbox, ready, lifetimeMs));
    } catch (error) {
      if (error instanceof AppError && !STARTLESS.has(error.code)) throw error;
      const ended = await endedMeanwhile(store, id);
      if (ended) throw ended;
      const detail = error instanceof Error ? error.message : String(error);
      log.error({ err: error, sandboxId: id }, "device start failed");
      await ends.end(sandbox, "start_failed");
      if (error instanceof AppError) throw error;
      throw asHostError(error) ?? new AppError("device_start_failed", { detail }, { cause: error });
    } finally {
      starting.delete(id);
    }
  }

  async function inTime(
    sandbox: ProvidedSandbox,
    started: Promise<SandboxRecord>,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<SandboxRecord> {
    const over = new AbortController();
    const cut = signal ? AbortSignal.any([over.signal, signal]) : over.signal;
    const late = sleep(timeoutMs, undefined, { signal: cut }).catch(() => undefined);
    const first = await Promise.race([started, late]).finally(() => over.abort());
    // The device may have become ready just now.
    if (first || !(await store.deleteStarting(sandbox.id))) return started;
    background.leave(started);
    log.info({ sandboxId: sandbox.id, timeoutMs }, "sandbox removed: its device was not ready in time");
    await ends.removeDevice(sandbox);
    throw new AppError("start_timeout", { timeoutS: timeoutMs / 1000 });
  }

  async function untilRunning(sandbox: SandboxRecord, timeoutMs: number): Promise<SandboxRecord | undefined> {
    const deadline = performance.now() + timeoutMs;
    for (let now: SandboxRecord | undefined = sandbox; now; now = await store.find(sandbox.id)) {
      if (now.state === "running") return now;
      if (now.state !== "starting") return undefined;
      if (performance.now() > deadline) throw new AppError("start_timeout", { timeoutS: timeoutMs / 1000 });
      await sleep(START_POLL_MS);
    }
    return undefined;
  }

  return { start, isStarting: (id) => starting.has(id), inTime, untilRunning };
}
