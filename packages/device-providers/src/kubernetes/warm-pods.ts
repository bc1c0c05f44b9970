import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { untilAdbAnswers } from "../adb-answer.ts";
import { imageFor } from "../device-image.ts";
import type { DeviceModel } from "../provider.ts";
import { createRefillTimer } from "../refill-timer.ts";
import type { Cluster } from "./cluster.ts";
import type { PodMaker } from "./pod-maker.ts";
import { ADB_PORT, type PodSettings } from "./pod-settings.ts";
import type { PodWatch } from "./pod-watch.ts";
import { devicePod, podNames, poolOf, waitingOwner } from "./pod.ts";
import { isSettled, type DevicePod } from "./read-pod.ts";

export interface WarmPods {
  /** Returns a matching standby device that answers, if there is one; another server may claim it first. */
  take(model: DeviceModel): DevicePod | undefined;
  /** Reports a change of a Pod. A standby Pod is checked until it answers; an ended one is removed. */
  changed(pod: DevicePod): void;
  /** Removes unwanted devices and starts missing ones, a little later. */
  fillSoon(): void;
  stop(): Promise<void>;
}

interface WarmPodsOptions {
  models: readonly { model: DeviceModel; size: number }[];
  settings: PodSettings;
  cluster: Cluster;
  maker: () => Promise<PodMaker>;
  watch: () => PodWatch;
  /** Timeout from creation until the device answers. */
  startTimeoutMs: number;
  /**
   * Returns whether this server may start standby devices, if there are several servers; all of them claim. Default:
   * always.
   */
  mayFill: (() => boolean) | undefined;
  log: Pick<FastifyBaseLogger, "debug" | "warn">;
}

/** Interval of checks whether this server may start devices now, if there are several servers. */
const LOOK_MS = 5_000;

/**
 * Keeps started devices without a key, shared by all servers of the installation. The cluster's Pods are the only
 * state.
 */
export function createWarmPods(options: WarmPodsOptions): WarmPods {
  const { models, settings, cluster, maker, watch, startTimeoutMs, mayFill, log } = options;
  const names = podNames(settings.installId);
  // A template without an image cannot have standby devices.
  const possible = models.filter(({ model }) => imageFor(model, settings.image) !== undefined);
  const wanted = new Map(possible.map((each) => [poolOf(each.model, settings), each]));
  /** Names of Pods that answer. */
  const ready = new Set<string>();
  /** Names of Pods that are being checked. */
  const asked = new Set<string>();
  const stopped = new AbortController();
  const timer = createRefillTimer(() => (filling = (filling ?? Promise.resolve()).then(fill)));
  let filling: Promise<void> | undefined;

  const waitsIn = (pool: string) => (pod: DevicePod) => isWaiting(pod) && pod.pool === pool;

  async function fill(): Promise<void> {
    if (!watch().isSynced()) return timer.retry();
    if (mayFill && wanted.size > 0) timer.in(LOOK_MS);
    if (mayFill?.() === false) return;
    try {
      for (const pod of watch().pods()) if (isWaiting(pod) && !wanted.has(pod.pool)) await removeWaiting(pod);
      for (const [pool, { model, size }] of wanted)
        while (!stopped.signal.aborted && watch().pods().filter(waitsIn(pool)).length < size)
          await startOne(model, pool);
    } catch (error) {
      if (stopped.signal.aborted) return;
      log.warn({ err: error }, "failed to start a standby device; retrying");
      timer.retry();
    }
  }

  async function startOne(model: DeviceModel, pool: string): Promise<void> {
    const name = names.ofWarm(pool, randomBytes(6).toString("hex"));
    const made = await (await maker()).make(devicePod(model, settings, waitingOwner(name)), stopped.signal);
    const pod = await watch().until(made.uid, isSettled, startTimeoutMs, stopped.signal);
    if (pod?.host !== undefined || stopped.signal.aborted) return;
    await removeWaiting(made);
    throw new Error(pod?.end?.detail ?? pod?.trouble ?? pod?.lack ?? "its Pod did not start");
  }

  /** Checks whether a running Pod answers; a frozen one is removed. */
  async function ask(pod: DevicePod, host: string): Promise<void> {
    asked.add(pod.name);
    try {
      if (await untilAdbAnswers({ host, port: ADB_PORT }, startTimeoutMs, stopped.signal)) {
        ready.add(pod.name);
        log.debug({ pod: pod.name }, "device ready in standby");
      } else if (!stopped.signal.aborted) {
        await removeWaiting(pod);
      }
    } finally {
      asked.delete(pod.name);
    }
  }

  /** Another server may have claimed it meanwhile; it then belongs to a sandbox. */
  async function removeWaiting(pod: DevicePod): Promise<void> {
    const last =
      watch()
        .pods()
        .find(({ uid }) => uid === pod.uid) ?? pod;
    if (isWaiting(last) && (await cluster.removeAsSeen(last)) === "changed") timer.retry();
  }

  return {
    take(model) {
      const pool = poolOf(model, settings);
      const pod = watch()
        .pods()
        .find((each) => waitsIn(pool)(each) && ready.has(each.name));
      if (pod) ready.delete(pod.name);
      return pod;
    },

    changed(pod) {
      if (pod.sandboxId !== undefined || pod.end) ready.delete(pod.name);
      if (pod.sandboxId !== undefined) return;
      if (pod.end) {
        timer.retry();
        if (!pod.isLeaving) cluster.remove(pod).catch(tellLeft);
      } else if (isWaiting(pod) && pod.host !== undefined && !ready.has(pod.name) && !asked.has(pod.name)) {
        ask(pod, pod.host).catch(tellLeft);
      }
    },

    fillSoon: () => timer.soon(),

    async stop() {
      stopped.abort();
      timer.stop();
      await filling;
    },
  };

  function tellLeft(error: unknown): void {
    log.warn({ err: error }, "failed to remove a standby device");
    timer.retry();
  }
}

const isWaiting = (pod: DevicePod): boolean => pod.sandboxId === undefined && !pod.isNobodys && !pod.end;
