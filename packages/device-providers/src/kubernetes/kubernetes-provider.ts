import { ConfigError } from "@terrarium/platform/base/config-error";
import type { FastifyBaseLogger } from "fastify";
import { untilAdbAnswers } from "../adb-answer.ts";
import { imageFor, NO_IMAGE_OF_KIND } from "../device-image.ts";
import { READY_TIMEOUT_MS, STANDBY_READY_TIMEOUT_MS, originProblem } from "../device-program.ts";
import { createDeviceStarts } from "../device-starts.ts";
import { HANGS, watchLiveness, type LivenessPace } from "../liveness.ts";
import type { DeviceModel, DeviceProvider, DeviceSpec } from "../provider.ts";
import { createRunningDevices } from "../running-devices.ts";
import { createSandboxObjects } from "./agent-sandbox.ts";
import { createClusterCalls, PodRefusedError } from "./cluster-calls.ts";
import { createCluster } from "./cluster.ts";
import { connectCluster, type ClusterAddress } from "./connection.ts";
import { removeOverdue } from "./overdue.ts";
import { choosePodMaker } from "./pod-maker.ts";
import { ADB_PORT, type PodObjects, type PodSettings } from "./pod-settings.ts";
import { watchPods } from "./pod-watch.ts";
import { claimPatch, devicePod, podNames } from "./pod.ts";
import { isSettled, type DevicePod } from "./read-pod.ts";
import { createWarmPods } from "./warm-pods.ts";

const NAME = "kubernetes";
/** Concurrent starts. Nodes start Pods one after another, so the first caller gets the first device. */
const STARTS_AT_ONCE = 16;
/** Timeout to find a node, pull the image and start the container. */
const SCHEDULE_TIMEOUT_MS = 90_000;
const CALL_TIMEOUT_MS = 10_000;
/** Time after which a Pod that does not end is deleted by force. The kubelet of a lost node never reports its end. */
const OVERDUE_MS = 30_000;
/** Time in which a controller makes several attempts. */
const REFUSAL_MS = 5_000;

export interface KubernetesProviderOptions extends PodSettings {
  address: ClusterAddress;
  /** Creator of Pods. Default: auto. */
  objects?: PodObjects;
  /** Started devices that wait for the next sandboxes. */
  warm?: readonly { model: DeviceModel; size: number }[];
  /** Returns whether this server may start standby devices, if there are several servers. Default: always. */
  mayFill?: () => boolean;
  scheduleTimeoutMs?: number;
  readyTimeoutMs?: number;
  /** Default: the slowest useful pace. */
  livenessPace?: LivenessPace;
  /** Time beyond its grace period that a Pod has to end. */
  overdueMs?: number;
  /** Time without a Pod after which a controller's complaint counts. */
  refusalMs?: number;
  /** Response timeout of the cluster's API. */
  callTimeoutMs?: number;
  log: Pick<FastifyBaseLogger, "debug" | "warn" | "error">;
}

interface StartedPod {
  pod: DevicePod;
  host: string;
}

export interface KubernetesProvider extends DeviceProvider {
  /**
   * Rejects with ConfigError, and closes the connection, if the cluster lacks the configured way to create Pods.
   * Resolves if the cluster cannot be reached now.
   */
  checked: Promise<void>;
}

/**
 * Runs each device in a Pod of its own. Pods outlive the server and are found again by labels. The server creates Pods
 * itself, or through Sandbox objects of agent-sandbox. Throws ConfigError.
 */
export function createKubernetesProvider(options: KubernetesProviderOptions): KubernetesProvider {
  const { address, objects = "auto", warm: models = [], mayFill, log, ...settings } = options;
  const { scheduleTimeoutMs = SCHEDULE_TIMEOUT_MS, readyTimeoutMs = READY_TIMEOUT_MS } = options;
  const { installId, namespace } = settings;
  const connection = connectCluster(address, options.callTimeoutMs ?? CALL_TIMEOUT_MS);
  const calls = createClusterCalls(NAME);
  const sandboxes = createSandboxObjects({ calls, connection, namespace, installId });
  const cluster = createCluster({ calls, connection, namespace, installId, sandboxes });
  const maker = choosePodMaker({
    objects,
    calls,
    cluster,
    sandboxes,
    watch: () => watch,
    timeoutMs: scheduleTimeoutMs,
    patienceMs: options.refusalMs ?? REFUSAL_MS,
    log,
  });
  const names = podNames(installId);
  const running = createRunningDevices(log);
  const starts = createDeviceStarts({
    provider: NAME,
    atOnce: STARTS_AT_ONCE,
    remove: (sandboxId) => provider.destroy(sandboxId),
    log,
  });
  const warm = createWarmPods({
    models,
    settings,
    cluster,
    maker,
    watch: () => watch,
    startTimeoutMs: scheduleTimeoutMs,
    mayFill,
    log,
  });
  const watch = watchPods({
    connection,
    namespace,
    installId,
    onListed: () => warm.fillSoon(),
    onChange(pod) {
      const { end } = pod;
      if (end) running.ended(pod.uid, async () => end);
      warm.changed(pod);
    },
    log,
  });
  const overdue = removeOverdue({ watch, cluster, log, overdueMs: options.overdueMs ?? OVERDUE_MS });

  /** Ends a device that hangs although its cluster reports it as running. */
  const liveness = watchLiveness({
    devices: () => running.all(),
    onSilent: async (device) => {
      const pod = (await cluster.list(device.sandboxId)).find(({ uid }) => uid === device.machineId);
      if (pod?.host !== undefined) running.giveUp(device, "its Pod runs but does not answer ADB", HANGS);
    },
    pace: options.livenessPace,
    log,
  });

  /** Claims a standby device that accepts its sandbox's key, if there is one. */
  async function claim({ sandboxId, authorizedKey, adbPrivateKeyPem, ...model }: DeviceSpec, signal: AbortSignal) {
    for (let pod = warm.take(model); pod; pod = warm.take(model)) {
      if (!(await cluster.patch(pod.name, claimPatch(sandboxId, authorizedKey)))) continue;
      const { host = "" } = pod;
      // The kubelet delivers the key a little later.
      const isIn = await untilAdbAnswers({ host, port: ADB_PORT }, STANDBY_READY_TIMEOUT_MS, signal, adbPrivateKeyPem);
      if (isIn) return { pod, host };
      signal.throwIfAborted();
      log.warn({ sandboxId }, "the standby device was unusable; starting another");
      await cluster.remove(pod);
    }
    return undefined;
  }

  async function startCold(spec: DeviceSpec, signal: AbortSignal): Promise<StartedPod> {
    const { sandboxId, authorizedKey } = spec;
    const name = names.ofSandbox(sandboxId);
    const body = devicePod(spec, settings, { name, sandboxId, authorizedKey });
    const making = await maker();
    const made = await making.make(body, signal).catch(async (error: unknown) => {
      if (!(error instanceof PodRefusedError && error.isTaken)) throw error;
      // Remove the objects of an earlier attempt.
      await removeAll(sandboxId, { byForce: true });
      return making.make(body, signal);
    });
    signal.throwIfAborted();
    const pod = await watch.until(made.uid, isSettled, scheduleTimeoutMs, signal);
    signal.throwIfAborted();
    if (pod?.host === undefined)
      throw new Error(
        pod?.end?.detail ?? pod?.trouble ?? pod?.lack ?? `no node ran it within ${scheduleTimeoutMs / 1000} s`,
      );
    await untilReady(pod, pod.host, spec.adbPrivateKeyPem, signal);
    return { pod, host: pod.host };
  }

  /** Removes all Pods and Sandbox objects of a sandbox. */
  async function removeAll(sandboxId: string, how?: { byForce: boolean }): Promise<void> {
    const making = await maker();
    const [pods, objects] = await Promise.all([cluster.list(sandboxId), making.begun(sandboxId)]);
    const withoutPod = objects.filter(({ uid }) => !pods.some(({ madeBy }) => madeBy?.uid === uid));
    await Promise.all([
      ...pods.map((pod) => cluster.remove(pod, how)),
      ...withoutPod.map((object) => sandboxes.remove(object)),
    ]);
  }

  /** Waits until a device accepts its sandbox's key. Throws an Error with the reason if it does not. */
  async function untilReady(pod: DevicePod, host: string, keyPem: string, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const isEnough = AbortSignal.any([signal, over.signal]);
    const ending = watch.until(pod.uid, () => false, readyTimeoutMs, isEnough).finally(() => over.abort());
    const isReady = await untilAdbAnswers({ host, port: ADB_PORT }, readyTimeoutMs, isEnough, keyPem);
    over.abort();
    signal.throwIfAborted();
    if (!isReady) throw new Error((await ending)?.end?.detail ?? `not ready after ${readyTimeoutMs / 1000} s`);
  }

  /** If the cluster cannot be reached at the start, it is checked when needed. */
  async function check(): Promise<void> {
    if (objects !== "agent-sandbox") return void maker().catch(() => undefined);
    const found = await sandboxes.find().catch(() => undefined);
    if (!found || found.state === "usable") return;
    await provider.close();
    throw new ConfigError(`TERRARIUM_KUBERNETES_OBJECTS is agent-sandbox, but ${found.why}`);
  }

  const provider: KubernetesProvider = {
    name: NAME,
    checked: check(),
    shared: true,
    originProblem,
    stops: "what a Pod stores goes with it, so it would begin anew",

    async requireRoom() {
      await cluster.ping();
    },

    // Missing features of nodes are only found when a Pod is created.
    missingFor: async (model) => (imageFor(model, settings.image) === undefined ? [NO_IMAGE_OF_KIND] : []),

    create: (spec) =>
      starts
        .run(spec.sandboxId, async (signal) => {
          const { pod, host } = (await claim(spec, signal)) ?? (await startCold(spec, signal));
          signal.throwIfAborted();
          const address = { host, port: ADB_PORT };
          running.see({ machineId: pod.uid, sandboxId: spec.sandboxId, address });
          return { address, screen: { widthPx: spec.widthPx, heightPx: spec.heightPx } };
        })
        .finally(() => warm.fillSoon()),

    async inspect(sandboxId) {
      const pods = await cluster.list(sandboxId);
      const pod = pods.find(({ host }) => host !== undefined);
      if (pod?.host === undefined) return { state: "gone", detail: pods[0]?.end?.detail ?? "it has no Pod that runs" };
      const address = { host: pod.host, port: ADB_PORT };
      running.see({ machineId: pod.uid, sandboxId, address });
      return { state: "running", address };
    },

    async destroy(sandboxId) {
      starts.giveUp(sandboxId);
      running.forget(sandboxId);
      await removeAll(sandboxId);
    },

    async list() {
      const making = await maker();
      const [pods, objects] = await Promise.all([cluster.list(), making.begun()]);
      const devices = pods.flatMap(({ sandboxId, startedAt, isLeaving }) =>
        sandboxId === undefined || isLeaving ? [] : [{ sandboxId, startedAt }],
      );
      const known = new Set(devices.map(({ sandboxId }) => sandboxId));
      const others = objects.filter(({ sandboxId }) => !known.has(sandboxId));
      return [...devices, ...others.map(({ sandboxId, startedAt }) => ({ sandboxId, startedAt }))];
    },

    onExit: (listener) => running.onExit(listener),

    async close() {
      overdue.stop();
      await Promise.all([warm.stop(), watch.stop(), liveness.stop()]);
      connection.close();
    },
  };
  // Callers may ignore `checked`.
  provider.checked.catch(() => undefined);
  return provider;
}
