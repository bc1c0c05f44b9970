import type { FastifyBaseLogger } from "fastify";
import { untilAdbAnswers } from "../adb-answer.ts";
import { imageFor, NO_IMAGE_OF_KIND } from "../device-image.ts";
import { READY_TIMEOUT_MS, STANDBY_READY_TIMEOUT_MS } from "../device-program.ts";
import { createDeviceStarts } from "../device-starts.ts";
import { HANGS, watchLiveness, type LivenessPace } from "../liveness.ts";
import type { DeviceModel, DeviceProvider, DeviceSpec } from "../provider.ts";
import { createRunningDevices } from "../running-devices.ts";
import { createClusterCalls, PodRefusedError } from "./cluster-calls.ts";
import { createCluster } from "./cluster.ts";
import { connectCluster, type ClusterAddress } from "./connection.ts";
import { removeOverdue } from "./overdue.ts";
import { ADB_PORT, type PodSettings } from "./pod-settings.ts";
import { watchPods } from "./pod-watch.ts";
import { claimPatch, devicePod, podNames, type DevicePod } from "./pod.ts";
import { createWarmPods } from "./warm-pods.ts";

const NAME = "kubernetes";
/** Nodes start them one after another; who is first has its device first. */
const STARTS_AT_ONCE = 16;
/** How long it may take to find a node, pull the image and start the container. */
const SCHEDULE_TIMEOUT_MS = 90_000;
const CALL_TIMEOUT_MS = 10_000;
/** The kubelet of a lost node will never tell that a Pod has ended. */
const OVERDUE_MS = 30_000;

export interface KubernetesProviderOptions extends PodSettings {
  address: ClusterAddress;
  /** What waits, started, for the next sandboxes. */
  warm?: readonly { model: DeviceModel; size: number }[];
  /** Whether this server is the one to start what is to wait, where there may be several. Default: it always is. */
  mayFill?: () => boolean;
  scheduleTimeoutMs?: number;
  readyTimeoutMs?: number;
  /** Default: as slowly as is of use. */
  livenessPace?: LivenessPace;
  /** How much longer than its grace the end of a Pod may take. */
  overdueMs?: number;
  /** How long the cluster's API may take to answer. */
  callTimeoutMs?: number;
  log: Pick<FastifyBaseLogger, "debug" | "warn" | "error">;
}

interface StartedPod {
  pod: DevicePod;
  host: string;
}

/**
 * Runs each device in a Pod of its own, which outlives the server and is found again by labels. Pods are made by the
 * server itself, and belong to nobody else: what a controller owned would go with it. Throws ConfigError.
 */
export function createKubernetesProvider(options: KubernetesProviderOptions): DeviceProvider {
  const { address, warm: models = [], mayFill, log, ...settings } = options;
  const { scheduleTimeoutMs = SCHEDULE_TIMEOUT_MS, readyTimeoutMs = READY_TIMEOUT_MS } = options;
  const { installId, namespace } = settings;
  const connection = connectCluster(address, options.callTimeoutMs ?? CALL_TIMEOUT_MS);
  const cluster = createCluster({ calls: createClusterCalls(NAME), connection, namespace, installId });
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

  /** Ends a device that hangs, of which its cluster knows only that it runs. */
  const liveness = watchLiveness({
    devices: () => running.all(),
    onSilent: async (device) => {
      const pod = (await cluster.list(device.sandboxId)).find(({ uid }) => uid === device.machineId);
      if (pod?.host !== undefined) running.giveUp(device, "its Pod runs, and does not answer ADB", HANGS);
    },
    pace: options.livenessPace,
    log,
  });

  /** Claims a device that waits, if there is one that lets its sandbox in. */
  async function claim({ sandboxId, authorizedKey, adbPrivateKeyPem, ...model }: DeviceSpec, signal: AbortSignal) {
    for (let pod = warm.take(model); pod; pod = warm.take(model)) {
      if (!(await cluster.patch(pod.name, claimPatch(sandboxId, authorizedKey)))) continue;
      const { host = "" } = pod;
      // The kubelet hands the key on a little later.
      const isIn = await untilAdbAnswers({ host, port: ADB_PORT }, STANDBY_READY_TIMEOUT_MS, signal, adbPrivateKeyPem);
      if (isIn) return { pod, host };
      signal.throwIfAborted();
      log.warn({ sandboxId }, "the device in standby was of no use; starting another");
      await cluster.remove(pod);
    }
    return undefined;
  }

  async function startCold(spec: DeviceSpec, signal: AbortSignal): Promise<StartedPod> {
    const { sandboxId, authorizedKey } = spec;
    const name = names.ofSandbox(sandboxId);
    const body = devicePod(spec, settings, { name, sandboxId, authorizedKey });
    const made = await cluster.create(body).catch(async (error: unknown) => {
      if (!(error instanceof PodRefusedError && error.isTaken)) throw error;
      // What an earlier attempt left.
      for (const pod of await cluster.list(sandboxId)) await cluster.remove(pod, { byForce: true });
      return cluster.create(body);
    });
    signal.throwIfAborted();
    const isSettled = ({ host, trouble }: DevicePod) => host !== undefined || trouble !== undefined;
    const pod = await watch.until(made.uid, isSettled, scheduleTimeoutMs, signal);
    signal.throwIfAborted();
    if (pod?.host === undefined)
      throw new Error(
        pod?.end?.detail ?? pod?.trouble ?? pod?.lack ?? `no node ran it within ${scheduleTimeoutMs / 1000} s`,
      );
    await untilReady(pod, pod.host, signal);
    return { pod, host: pod.host };
  }

  /** Throws an Error that says why it does not answer. */
  async function untilReady(pod: DevicePod, host: string, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const isEnough = AbortSignal.any([signal, over.signal]);
    const ending = watch.until(pod.uid, () => false, readyTimeoutMs, isEnough).finally(() => over.abort());
    const isReady = await untilAdbAnswers({ host, port: ADB_PORT }, readyTimeoutMs, isEnough);
    over.abort();
    signal.throwIfAborted();
    if (!isReady) throw new Error((await ending)?.end?.detail ?? `not ready after ${readyTimeoutMs / 1000} s`);
  }

  const provider: DeviceProvider = {
    name: NAME,
    shared: true,
    stops: "what a Pod stores goes with it, so it would begin anew",

    async requireRoom() {
      await cluster.ping();
    },

    // What nodes lack is found out when a Pod is made.
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
      await Promise.all(
        (await cluster.list(sandboxId)).filter(({ isLeaving }) => !isLeaving).map((pod) => cluster.remove(pod)),
      );
    },

    async list() {
      return (await cluster.list()).flatMap(({ sandboxId, startedAt, isLeaving }) =>
        sandboxId === undefined || isLeaving ? [] : [{ sandboxId, startedAt }],
      );
    },

    onExit: (listener) => running.onExit(listener),

    async close() {
      overdue.stop();
      await Promise.all([warm.stop(), watch.stop(), liveness.stop()]);
      connection.close();
    },
  };
  return provider;
}
