import { randomBytes } from "node:crypto";
import type { Alone } from "@terrarium/platform/base/alone";
import type { FastifyBaseLogger } from "fastify";
import { imageFor } from "../device-image.ts";
import type { DeviceModel } from "../provider.ts";
import { createRefillTimer } from "../refill-timer.ts";
import { containerNames } from "./container-names.ts";
import type { ContainerSettings } from "./container-settings.ts";
import { startContainer, type StartedContainer, untilOfUse } from "./container-start.ts";
import { poolOf } from "./container.ts";
import { addressOf, type Containers } from "./containers.ts";
import { kindOf } from "./device-kinds.ts";

/** A started standby device without a key. */
interface WarmDevice extends StartedContainer {
  name: string;
}

export interface WarmPools {
  /**
   * Returns a matching standby device, if there is one. The caller must claim it, because another server may want it
   * too.
   */
  take(model: DeviceModel): WarmDevice | undefined;
  /** Renames the device's container to the sandbox's name, unless another server has claimed it. */
  claim(device: WarmDevice, sandboxName: string): Promise<"ours" | "another's" | "of no use">;
  /** Schedules a refill: adopts devices of earlier servers, removes unwanted ones, and starts missing ones. */
  fillSoon(): void;
  /** Reports the end of a container. A standby container is removed and replaced. */
  ended(containerId: string): void;
  stop(): Promise<void>;
}

interface WarmPoolOptions {
  models: readonly { model: DeviceModel; size: number }[];
  installId: string;
  containers: Containers;
  settings: () => Promise<ContainerSettings>;
  /** Default: the timeout of the device's kind. */
  readyTimeoutMs: number | undefined;
  /**
   * Returns whether this server may start standby devices, if there are several servers; all of them claim. Default:
   * always.
   */
  mayFill: (() => boolean) | undefined;
  alone: Alone;
  log: Pick<FastifyBaseLogger, "debug" | "warn">;
}

/** Age at which a claimed or stopped standby container counts as abandoned. */
const UNFINISHED_MS = 60_000;
/** Interval of checks for claims and starts by other servers. */
const LOOK_MS = 5_000;

/**
 * Keeps started devices without a key. Renaming a device claims it. A lock admits one server at a time, because the
 * engine looks a container up by name before it waits for the container's lock. A second server would otherwise rename
 * a container that already became a sandbox's (moby, daemon/rename.go).
 */
export function createWarmPools(options: WarmPoolOptions): WarmPools {
  const { models, installId, containers, settings, readyTimeoutMs, mayFill, alone, log } = options;
  const names = containerNames(installId);
  /** Standby devices by pool. */
  const waiting = new Map<string, WarmDevice[]>();
  /** Times at which claimed or stopped standby containers were first seen, by container. */
  const unfinished = new Map<string, number>();
  let known: ContainerSettings | undefined;
  const timer = createRefillTimer(() => (filling = (filling ?? Promise.resolve()).then(fill)));
  let filling: Promise<void> | undefined;
  const stopped = new AbortController();

  function add(pool: string, device: WarmDevice): void {
    waitingIn(pool).push(device);
    log.debug({ container: device.name }, "device ready in standby");
  }

  const waitingIn = (pool: string): WarmDevice[] => {
    const devices = waiting.get(pool) ?? [];
    waiting.set(pool, devices);
    return devices;
  };

  async function fill(): Promise<void> {
    try {
      known = await settings();
      const wanted = new Map<string, { model: DeviceModel; size: number }>();
      for (const each of models)
        // A template without an image cannot have standby devices.
        if (imageFor(each.model, known.image) !== undefined) wanted.set(poolOf(each.model, known), each);
      await takeOver(known, wanted);
      if (mayFill && wanted.size > 0) timer.in(LOOK_MS);
      if (mayFill?.() === false) return;
      for (const [pool, { model, size }] of wanted)
        while (!stopped.signal.aborted && waitingIn(pool).length < size) add(pool, await startOne(pool, model, known));
    } catch (error) {
      log.warn({ err: error }, "failed to start a standby device; retrying");
      timer.retry();
    }
  }

  /** Adopts wanted standby devices that answer, and removes the others. */
  async function takeOver(now: ContainerSettings, wanted: ReadonlyMap<string, { model: DeviceModel }>): Promise<void> {
    const listed = await containers.list();
    for (const id of unfinished.keys()) if (!listed.some((each) => each.id === id)) unfinished.delete(id);
    // Forget devices that other servers claimed.
    const present = new Set(listed.map(({ name }) => name));
    for (const [pool, devices] of waiting) {
      const left = devices.filter(({ name }) => present.has(name));
      waiting.set(pool, left);
    }
    for (const { id, name, isRunning } of listed) {
      const pool = names.poolIn(name);
      if (pool === undefined || waitingIn(pool).some(({ containerId }) => containerId === id)) continue;
      if (names.isClaimed(name) || !isRunning) {
        await removeForgotten(id);
        continue;
      }
      const model = wanted.get(pool)?.model;
      const details = model && (await containers.inspect(id));
      const address = details && addressOf(details, now);
      const device = address && { containerId: id, name, address };
      const timeoutMs = readyTimeoutMs ?? (model && kindOf(model).readyTimeoutMs(model)) ?? 0;
      // It may have just started.
      if (model && device && (await untilOfUse(containers, device, model, timeoutMs, stopped.signal)))
        add(pool, device);
      // Removal also needs a claim, so that a device claimed meanwhile stays.
      else if (await alone(name, () => containers.rename(name, names.ofClaimed(name)))) await containers.remove(id);
    }
  }

  /** Removes a container that another server did not finish within a minute. */
  async function removeForgotten(id: string): Promise<void> {
    const since = unfinished.get(id) ?? Date.now();
    unfinished.set(id, since);
    if (Date.now() - since >= UNFINISHED_MS) await containers.remove(id);
    else timer.in(UNFINISHED_MS);
  }

  async function startOne(pool: string, model: DeviceModel, now: ContainerSettings): Promise<WarmDevice> {
    const name = names.ofWarm(pool, randomBytes(6).toString("hex"));
    const how = { name, model, settings: now, readyTimeoutMs, signal: stopped.signal };
    try {
      return { name, ...(await startContainer(containers, how)) };
    } catch (error) {
      await containers
        .remove(name)
        .catch((left: unknown) => log.warn({ err: left, name }, "failed to remove a device"));
      throw error;
    }
  }

  return {
    take: (model) => (known ? waiting.get(poolOf(model, known))?.shift() : undefined),

    async claim({ name }, sandboxName) {
      const claimed = names.ofClaimed(name);
      const outcome = await alone(name, async () => {
        if (!(await containers.rename(name, claimed))) return "another's";
        return (await containers.rename(claimed, sandboxName)) ? "ours" : "of no use";
      });
      return outcome ?? "another's";
    },

    fillSoon: () => timer.soon(),

    ended(containerId) {
      for (const devices of waiting.values()) {
        const index = devices.findIndex((device) => device.containerId === containerId);
        if (index < 0) continue;
        devices.splice(index, 1);
        containers
          .remove(containerId)
          .catch((error: unknown) =>
            log.warn({ err: error, containerId }, "failed to remove a standby device that ended"),
          );
        timer.retry();
      }
    },

    async stop() {
      stopped.abort();
      timer.stop();
      await filling;
    },
  };
}
