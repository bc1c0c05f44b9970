import type { Egress } from "@terrarium/egress/egress";
import { type Alone, createAlone } from "@terrarium/platform/base/alone";
import type { FastifyBaseLogger } from "fastify";
import { untilAdbAnswers } from "../adb-answer.ts";
import { STANDBY_READY_TIMEOUT_MS, originProblem } from "../device-program.ts";
import { createDeviceStarts } from "../device-starts.ts";
import { HANGS, watchLiveness, type LivenessPace } from "../liveness.ts";
import type { DeviceModel, DeviceProvider, DeviceSpec, DeviceStops } from "../provider.ts";
import { createRunningDevices, type RunningDevice } from "../running-devices.ts";
import { containerNames } from "./container-names.ts";
import { type ContainerProxy, openContainerProxy } from "./container-proxy.ts";
import type { ContainerSettings } from "./container-settings.ts";
import { runContainer, startContainer, type StartedContainer } from "./container-start.ts";
import { addressOf, type Containers, createContainers } from "./containers.ts";
import { kindOf } from "./device-kinds.ts";
import type { EngineAddress } from "./engine-address.ts";
import { createEngine, EngineError } from "./engine.ts";
import { prepareGrounds } from "./grounds.ts";
import { createMissing } from "./missing.ts";
import { createWarmPools } from "./warm-pools.ts";
import { watchContainers } from "./watch.ts";

const NAME = "docker";
/**
 * More concurrent starts do not finish sooner. The limit applies per kind, because Android boots a hundred times slower
 * than a phone.
 */
const STARTS_AT_ONCE = 4;
const NOT_FOUND = 404;

export interface DockerProviderOptions {
  address: EngineAddress;
  /** Distinguishes this installation's containers from others on the same engine. */
  installId: string;
  /** Default image for templates without one, in the format of `imageFor`. */
  image: string;
  /**
   * Address of the engine's host at which ADB is published; undefined: ADB is reached at the containers' own addresses.
   */
  publish?: string | undefined;
  /** The device's `--egress`: addresses that its apps may reach. */
  egress: Egress;
  clock?: string | undefined;
  /** The device's `--screen-encoder`. Default: the device chooses. */
  screenEncoder?: string | undefined;
  /** Storage of a device, in MB. */
  storageMb: number;
  /** Started devices that wait for the next sandboxes. */
  warm?: readonly { model: DeviceModel; size: number }[];
  /** Returns whether this server may start standby devices, if there are several servers. Default: always. */
  mayFill?: () => boolean;
  /** Lock between servers that claim the same device. Default: within this process. */
  alone?: Alone;
  /** Default: the timeout of the device's kind. */
  readyTimeoutMs?: number;
  /** Default: the slowest useful pace. */
  livenessPace?: LivenessPace;
  /** Response timeout of the engine. */
  engineTimeoutMs?: number;
  log: Pick<FastifyBaseLogger, "debug" | "warn" | "error">;
}

/** Runs each device in a container of its own. Containers outlive the server and are found again by label and name. */
export function createDockerProvider(options: DockerProviderOptions): DeviceProvider {
  const { installId, publish, egress, log, readyTimeoutMs } = options;
  const engine = createEngine({
    provider: NAME,
    address: options.address,
    ...(options.engineTimeoutMs !== undefined && { timeoutMs: options.engineTimeoutMs }),
  });
  const made = createContainers(engine, installId);
  const containers: Containers = {
    ...made,
    create: (...args) => onGrounds(() => made.create(...args)),
    start: (id) => onGrounds(() => made.start(id)),
  };
  const names = containerNames(installId);
  const running = createRunningDevices(log);
  const starts = createDeviceStarts({
    provider: NAME,
    atOnce: STARTS_AT_ONCE,
    remove: (sandboxId) => provider.destroy(sandboxId),
    log,
  });
  let prepared: Promise<ContainerSettings> | undefined;
  let egressProxy: ContainerProxy | undefined;

  /** Prepares the networks before the first container, and again after a failure. */
  function settings(): Promise<ContainerSettings> {
    prepared ??= prepare();
    prepared.catch(() => (prepared = undefined));
    return prepared;
  }

  /**
   * Runs work that needs the networks. An operator may have removed one: after such a failure, the next call recreates
   * it.
   */
  async function onGrounds<Made>(work: () => Promise<Made>): Promise<Made> {
    try {
      return await work();
    } catch (error) {
      if (isMissing(error)) prepared = undefined;
      throw error;
    }
  }

  async function prepare(): Promise<ContainerSettings> {
    const { image, clock, storageMb, screenEncoder } = options;
    const isOpen = publish !== undefined || egress === "all";
    const grounds = await prepareGrounds(engine, installId, { apps: isOpen || egress === "public", programs: isOpen });
    if (!grounds.keepsApart) log.warn("the engine is Podman: devices can reach each other, and each has its own key");
    if (egress === "public" && !isOpen && (!egressProxy || egressProxy.address.host !== grounds.gateway)) {
      egressProxy?.close();
      egressProxy = await openProxy(grounds.gateway);
    }
    const given = { installId, publish, egress, image, clock, storageMb, screenEncoder };
    return { ...grounds, ...given, egressProxy: egressProxy?.address };
  }

  async function openProxy(gateway: string | undefined): Promise<ContainerProxy | undefined> {
    try {
      if (gateway === undefined) throw new Error("the engine does not report its machine's address in the network");
      return await openContainerProxy(gateway, egress, log);
    } catch (error) {
      log.warn({ err: error }, "failed to start the egress proxy of Linux sandboxes");
      return undefined;
    }
  }

  const { warm: models = [], mayFill, alone = createAlone() } = options;
  const pools = createWarmPools({ models, installId, containers, settings, readyTimeoutMs, mayFill, alone, log });

  const onDied = (containerId: string) => {
    pools.ended(containerId);
    running.ended(containerId, async () => {
      const details = await containers.inspect(containerId);
      return details?.State.Running ? undefined : containers.endOf(containerId);
    });
  };

  /** Lists the containers, and reports devices that ran before and do not any more. */
  async function look() {
    const before = [...running.all()];
    const listed = await containers.list();
    const alive = new Set(listed.filter(({ isRunning }) => isRunning).map(({ id }) => id));
    for (const { machineId } of before) if (!alive.has(machineId)) onDied(machineId);
    return listed;
  }

  async function lookAgain(): Promise<void> {
    try {
      await look();
      pools.fillSoon();
    } catch (error) {
      // The next connection lists them again.
      log.warn({ err: error }, "failed to list the engine's containers");
    }
  }
  const watching = watchContainers({
    engine,
    installId,
    onDied,
    onGap: () => void lookAgain(),
  });

  /**
   * Ends a device that hangs although its engine reports it as running. Another server may have restarted it at another
   * address.
   */
  async function endSilent(device: RunningDevice): Promise<void> {
    const details = await containers.inspect(device.machineId);
    if (!details?.State.Running) return;
    const address = addressOf(details, options);
    if (address) running.see({ ...device, address });
    running.giveUp(device, "its container runs but does not answer ADB", HANGS);
  }
  const liveness = watchLiveness({
    devices: () => running.all(),
    onSilent: endSilent,
    pace: options.livenessPace,
    log,
  });

  /** Claims a standby device that answers, if there is one. */
  async function claim(spec: DeviceSpec): Promise<StartedContainer | undefined> {
    const name = names.ofSandbox(spec.sandboxId);
    for (let warm = pools.take(spec); warm; warm = pools.take(spec)) {
      const outcome = await pools.claim(warm, name);
      if (outcome === "another's") continue;
      if (outcome === "ours") {
        await containers.putKey(warm.containerId, spec, spec.authorizedKey);
        if (await untilAdbAnswers(warm.address, STANDBY_READY_TIMEOUT_MS)) return warm;
      }
      log.warn({ sandboxId: spec.sandboxId }, "the standby device was unusable; starting another");
      await containers.remove(warm.containerId);
    }
    return undefined;
  }

  const missingFor = createMissing({ installId, containers, settings, log });

  const stops: DeviceStops = {
    async stop(sandboxId) {
      running.forget(sandboxId);
      await containers.stop(names.ofSandbox(sandboxId));
    },
    start(spec) {
      const { sandboxId } = spec;
      const start = async (signal: AbortSignal) => {
        const details = await containers.inspect(names.ofSandbox(sandboxId));
        if (!details) throw new Error("it has no container");
        running.restart(details.Id);
        const run = async () =>
          runContainer(containers, details.Id, { model: spec, settings: await settings(), readyTimeoutMs, signal });
        const { containerId, address } = await run().catch(async (error: unknown) => {
          if (!isMissing(error)) throw error;
          // The engine refers to a network by id. A removed network's id is lost, so the container must join the new
          // network.
          await containers.rejoin(details.Id, spec, await settings());
          return run();
        });
        running.see({ machineId: containerId, sandboxId, address });
        return { address };
      };
      return starts.run(sandboxId, start, kindOf(spec), leaveAsItIs);
    },
  };

  const provider: DeviceProvider = {
    name: NAME,
    shared: true,
    originProblem,
    stops,

    async requireRoom() {
      await engine.call("GET", "/_ping");
    },

    missingFor,

    create(spec) {
      const { sandboxId, authorizedKey, widthPx, heightPx } = spec;
      const start = async (signal: AbortSignal) => {
        const startCold = async () => {
          const name = names.ofSandbox(sandboxId);
          const how = { name, model: spec, settings: await settings(), authorizedKey, readyTimeoutMs, signal };
          return startContainer(containers, how);
        };
        const { containerId, address } = (await claim(spec)) ?? (await startCold());
        signal.throwIfAborted();
        running.see({ machineId: containerId, sandboxId, address });
        return { address, screen: { widthPx, heightPx } };
      };
      return starts.run(sandboxId, start, kindOf(spec)).finally(() => pools.fillSoon());
    },

    measure: (sandboxId) => containers.measure(names.ofSandbox(sandboxId)),

    async inspect(sandboxId) {
      const details = await containers.inspect(names.ofSandbox(sandboxId));
      if (!details) return { state: "gone", detail: "it has no container" };
      if (!details.State.Running) return { state: "gone", detail: (await containers.endOf(details.Id)).detail };
      const { networks } = await settings();
      const address = addressOf(details, options);
      // The device is not gone and may get an address again.
      if (!address) throw new Error(`the container of ${sandboxId} runs, and is in no network of this installation`);
      const joined = Object.keys(details.NetworkSettings.Networks ?? {});
      if (!joined.some((network) => Object.values(networks).includes(network)))
        log.warn(
          { sandboxId, networks: joined },
          "a device keeps the network rules of its creation, not the current ones",
        );
      running.see({ machineId: details.Id, sandboxId, address });
      return { state: "running", address };
    },

    async destroy(sandboxId) {
      starts.giveUp(sandboxId);
      running.forget(sandboxId);
      await containers.remove(names.ofSandbox(sandboxId));
    },

    async list() {
      return (await look()).flatMap(({ name, startedAt }) => {
        const sandboxId = names.sandboxIn(name);
        return sandboxId === undefined ? [] : [{ sandboxId, startedAt }];
      });
    },

    onExit: (listener) => running.onExit(listener),

    async close() {
      await Promise.all([pools.stop(), watching.stop(), liveness.stop()]);
      egressProxy?.close();
    },
  };
  return provider;
}

const isMissing = (error: unknown): boolean => error instanceof EngineError && error.status === NOT_FOUND;

/**
 * Leaves a device that failed to restart, because another server may be starting it. The caller stops it if the record
 * says so.
 */
const leaveAsItIs = async (): Promise<void> => undefined;
