import { EventEmitter } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import { createLimiter } from "../../base/limiter.ts";
import { untilAdbAnswers } from "../adb-answer.ts";
import { STANDBY_READY_TIMEOUT_MS, TOO_MUCH_MEMORY } from "../device-program.ts";
import { HANGS, watchLiveness, type LivenessPace } from "../liveness.ts";
import type {
  CreatedDevice,
  DeviceAddress,
  DeviceModel,
  DeviceProvider,
  DeviceSpec,
  ExitListener,
} from "../provider.ts";
import type { ContainerSettings } from "./container-settings.ts";
import { startContainer, type StartedContainer } from "./container-start.ts";
import { containerNames } from "./container.ts";
import { addressOf, createContainers } from "./containers.ts";
import type { DeviceKind } from "./device-kind.ts";
import { kindOf } from "./device-kinds.ts";
import type { EngineAddress } from "./engine-address.ts";
import { createEngine } from "./engine.ts";
import { prepareGrounds } from "./grounds.ts";
import { createMissing } from "./missing.ts";
import { createWarmPools } from "./warm-pools.ts";
import { watchContainers } from "./watch.ts";

const NAME = "docker";
/** An engine does more at once no sooner. Of each kind, as Android boots for a hundred times as long as a phone. */
const STARTS_AT_ONCE = 4;
const MOST_ENDED = 1_000;

export interface DockerProviderOptions {
  address: EngineAddress;
  /** What tells this installation's containers from those of others on the same engine. */
  installId: string;
  /** The image of templates that name none. */
  image: string;
  /** The address of the engine's machine at which ADB is published; undefined: it is reached at containers' own. */
  publish?: string | undefined;
  /** The device's `--egress`: how far its apps may reach. */
  egress: string;
  clock?: string | undefined;
  /** How much a device may store. */
  storageMb: number;
  /** What waits, started, for the next sandboxes. */
  warm?: readonly { model: DeviceModel; size: number }[];
  /** Default: what the kind of the device says. */
  readyTimeoutMs?: number;
  /** Default: as slowly as is of use. */
  livenessPace?: LivenessPace;
  /** How long the engine may take to answer. */
  engineTimeoutMs?: number;
  log: Pick<FastifyBaseLogger, "debug" | "warn" | "error">;
}

interface RunningDevice extends StartedContainer {
  sandboxId: string;
}

/** Runs each device in a container of its own, which outlives the server and is found again by label and name. */
export function createDockerProvider(options: DockerProviderOptions): DeviceProvider {
  const { installId, publish, egress, log, readyTimeoutMs } = options;
  const engine = createEngine({
    provider: NAME,
    address: options.address,
    ...(options.engineTimeoutMs !== undefined && { timeoutMs: options.engineTimeoutMs }),
  });
  const containers = createContainers(engine, installId);
  const names = containerNames(installId);
  const exits = new EventEmitter<{ exit: Parameters<ExitListener> }>();
  /** Devices that ran when they were last seen, by container. */
  const running = new Map<string, RunningDevice>();
  /** Containers of which the end was told: nobody knew them then who learns of them a moment later. */
  const ended = new Set<string>();
  /** What ends the making of a device that is destroyed meanwhile, by sandbox. */
  const making = new Map<string, AbortController>();
  const limits = new Map<DeviceKind, ReturnType<typeof createLimiter>>();
  let prepared: Promise<ContainerSettings> | undefined;

  /** What containers need is made with the first, and after a failure with the next. */
  function settings(): Promise<ContainerSettings> {
    prepared ??= prepareGrounds(engine, installId, egress === "off" && publish === undefined).then((grounds) => ({
      ...grounds,
      installId,
      publish,
      egress,
      image: options.image,
      clock: options.clock,
      storageMb: options.storageMb,
    }));
    prepared.catch(() => (prepared = undefined));
    return prepared;
  }

  const pools = createWarmPools({ models: options.warm ?? [], installId, containers, settings, readyTimeoutMs, log });

  /** Tells once that a device ended by itself. */
  async function tellEnd(containerId: string): Promise<void> {
    const sandboxId = running.get(containerId)?.sandboxId;
    if (sandboxId === undefined) return;
    running.delete(containerId);
    const end = await containers.endOf(containerId).catch((error: unknown) => {
      log.warn({ err: error, sandboxId }, "it could not be found out why a device ended");
      return { detail: "its container ended", usedTooMuchMemory: false };
    });
    exits.emit("exit", sandboxId, end.detail, ...(end.usedTooMuchMemory ? [TOO_MUCH_MEMORY] : []));
  }
  const onDied = (containerId: string) => {
    ended.add(containerId);
    for (const oldest of ended) if (ended.size > MOST_ENDED) ended.delete(oldest);
    pools.ended(containerId);
    tellEnd(containerId).catch((error: unknown) =>
      log.error({ err: error, containerId }, "the end of a device could not be told"),
    );
  };

  /** Notes that a container runs; one that has just ended is told of at once. */
  function see(containerId: string, sandboxId: string, address: DeviceAddress): void {
    // The same one stays the same for whoever counts what it does.
    if (running.get(containerId)?.sandboxId !== sandboxId)
      running.set(containerId, { containerId, sandboxId, address });
    if (ended.has(containerId)) onDied(containerId);
  }

  /** Lists them, and tells of what ran before and does not any more. */
  async function look() {
    const before = [...running.keys()];
    const listed = await containers.list();
    const alive = new Set(listed.filter(({ isRunning }) => isRunning).map(({ id }) => id));
    for (const id of before) if (!alive.has(id)) onDied(id);
    return listed;
  }

  async function lookAgain(): Promise<void> {
    try {
      await look();
      pools.fillSoon();
    } catch (error) {
      // The next connection looks again.
      log.warn({ err: error }, "the engine's containers could not be listed");
    }
  }
  const watching = watchContainers({
    engine,
    installId,
    onDied,
    onGap: () => void lookAgain(),
  });

  /** Ends a device that hangs, of which its engine knows only that it runs. */
  async function endSilent({ containerId, sandboxId }: RunningDevice): Promise<void> {
    const details = await containers.inspect(containerId);
    if (!details?.State.Running || !running.delete(containerId)) return;
    exits.emit("exit", sandboxId, "its container runs, and does not answer ADB", HANGS);
  }
  const liveness = watchLiveness({
    devices: () => running.values(),
    onSilent: endSilent,
    pace: options.livenessPace,
    log,
  });

  /** Claims a device that waits, if there is one that answers. */
  async function claim(spec: DeviceSpec): Promise<StartedContainer | undefined> {
    const name = names.ofSandbox(spec.sandboxId);
    for (let warm = pools.take(spec); warm; warm = pools.take(spec)) {
      const claimed = names.ofClaimed(warm.name);
      if (!(await containers.rename(warm.name, claimed))) continue;
      if (await containers.rename(claimed, name)) {
        if (kindOf(spec).asksForKey) await containers.putKey(warm.containerId, spec.authorizedKey);
        if (await untilAdbAnswers(warm.address, STANDBY_READY_TIMEOUT_MS)) return warm;
      }
      log.warn({ sandboxId: spec.sandboxId }, "the device in standby was of no use; starting another");
      await containers.remove(warm.containerId);
    }
    return undefined;
  }

  const missingFor = createMissing({ installId, containers, settings, log });

  function rememberMaking(sandboxId: string): AbortController {
    const made = new AbortController();
    making.set(sandboxId, made);
    return made;
  }

  function limitOf(model: DeviceModel): ReturnType<typeof createLimiter> {
    const kind = kindOf(model);
    const limit = limits.get(kind) ?? createLimiter(STARTS_AT_ONCE);
    limits.set(kind, limit);
    return limit;
  }

  const provider: DeviceProvider = {
    name: NAME,
    shared: true,

    async requireRoom() {
      await engine.call("GET", "/_ping");
    },

    missingFor,

    create: (spec) =>
      limitOf(spec)(async (): Promise<CreatedDevice> => {
        const { sandboxId, authorizedKey, widthPx, heightPx } = spec;
        const { signal } = rememberMaking(sandboxId);
        const startCold = async () => {
          const name = names.ofSandbox(sandboxId);
          const how = { name, model: spec, settings: await settings(), authorizedKey, readyTimeoutMs, signal };
          return startContainer(containers, how);
        };
        try {
          const { containerId, address } = (await claim(spec)) ?? (await startCold());
          signal.throwIfAborted();
          see(containerId, sandboxId, address);
          return { address, screen: { widthPx, heightPx } };
        } catch (error) {
          await provider
            .destroy(sandboxId)
            .catch((left: unknown) =>
              log.error({ err: left, sandboxId }, "a device that did not start left something"),
            );
          throw error;
        } finally {
          making.delete(sandboxId);
          pools.fillSoon();
        }
      }),

    async inspect(sandboxId) {
      const details = await containers.inspect(names.ofSandbox(sandboxId));
      if (!details) return { state: "gone", detail: "it has no container" };
      const address = addressOf(details, await settings());
      if (!address) return { state: "gone", detail: (await containers.endOf(details.Id)).detail };
      see(details.Id, sandboxId, address);
      return { state: "running", address };
    },

    async destroy(sandboxId) {
      making.get(sandboxId)?.abort(new Error("it was destroyed while it started"));
      for (const [containerId, device] of running) if (device.sandboxId === sandboxId) running.delete(containerId);
      await containers.remove(names.ofSandbox(sandboxId));
    },

    async list() {
      return (await look()).flatMap(({ name, startedAt }) => {
        const sandboxId = names.sandboxIn(name);
        return sandboxId === undefined ? [] : [{ sandboxId, startedAt }];
      });
    },

    onExit: (listener) => void exits.on("exit", listener),

    async close() {
      await Promise.all([pools.stop(), watching.stop(), liveness.stop()]);
    },
  };
  return provider;
}
