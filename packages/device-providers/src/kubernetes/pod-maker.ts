import type { V1Pod } from "@kubernetes/client-node";
import type { FastifyBaseLogger } from "fastify";
import type { SandboxObject, SandboxObjects } from "./agent-sandbox.ts";
import { PodRefusedError, type ClusterCalls } from "./cluster-calls.ts";
import type { Cluster } from "./cluster.ts";
import type { PodObjects } from "./pod-settings.ts";
import type { PodWatch } from "./pod-watch.ts";
import { marksOf } from "./pod.ts";
import type { DevicePod } from "./read-pod.ts";

/** Interval of queries for the controller's complaint. */
const ASK_EVERY_MS = 1_000;

/** Creates the Pods of devices. All other code depends only on the Pods and their owner. */
export interface PodMaker {
  /**
   * Resolves when the Pod exists with the labels and annotations of the body. On failure leaves nothing, and throws
   * PodRefusedError, an Error with the reason, or provider_unavailable.
   */
  make(body: V1Pod, signal: AbortSignal): Promise<DevicePod>;
  /** Lists objects created for sandboxes, or for one sandbox, that may not have a Pod yet. */
  begun(sandboxId?: string): Promise<(SandboxObject & { sandboxId: string })[]>;
}

interface PodMakerOptions {
  objects: PodObjects;
  calls: ClusterCalls;
  cluster: Cluster;
  sandboxes: SandboxObjects;
  watch: () => PodWatch;
  /** Timeout to create a Pod. */
  timeoutMs: number;
  /** Time without a Pod after which the controller's complaint counts; it retries by itself. */
  patienceMs: number;
  log: Pick<FastifyBaseLogger, "warn">;
}

/**
 * Returns a function that resolves with the Pod maker once the cluster's features are known. Throws
 * provider_unavailable until then.
 */
export function choosePodMaker(options: PodMakerOptions): () => Promise<PodMaker> {
  const { objects, calls, cluster, sandboxes, log } = options;
  const plain: PodMaker = { make: (body) => cluster.create(body), begun: async () => [] };
  const bySandboxes = sandboxPods(options);
  let choosing: Promise<PodMaker> | undefined;

  async function choose(): Promise<PodMaker> {
    if (objects === "pods") return plain;
    const found = await sandboxes.find();
    if (found.state === "usable") return bySandboxes;
    if (objects === "agent-sandbox") throw calls.unavailable(found.why);
    if (found.state === "unusable")
      log.warn({ why: found.why }, "the cluster's agent-sandbox is unused; the server creates Pods itself");
    return plain;
  }
  return () =>
    (choosing ??= choose().catch((error: unknown) => {
      choosing = undefined;
      throw error;
    }));
}

/**
 * Creates Pods through the controller of agent-sandbox. The controller replaces a Pod that is gone, without its data.
 * Therefore the server adds the sandbox's label and key to the first Pod only: a replacement belongs to no sandbox and
 * accepts no key.
 */
function sandboxPods({ cluster, sandboxes, watch, timeoutMs, patienceMs }: PodMakerOptions): PodMaker {
  async function untilMade(object: SandboxObject, signal: AbortSignal): Promise<DevicePod> {
    const deadline = performance.now() + timeoutMs;
    for (let waitMs = patienceMs; ; waitMs = ASK_EVERY_MS) {
      const leftMs = deadline - performance.now();
      const pod = await watch().until(object.uid, () => true, Math.min(waitMs, leftMs), signal);
      signal.throwIfAborted();
      if (pod) return pod;
      const now = (await sandboxes.list(object.sandboxId ?? "")).find(({ uid }) => uid === object.uid);
      if (!now) throw new Error("its Sandbox object was deleted");
      if (now.complaint !== undefined) throw new PodRefusedError(now.complaint);
      if (leftMs <= waitMs) throw new Error(`agent-sandbox made no Pod for it within ${timeoutMs / 1000} s`);
    }
  }

  return {
    async make(body, signal) {
      const object = await sandboxes.create(body);
      try {
        const pod = await cluster.mark(await untilMade(object, signal), marksOf(body));
        if (!pod) throw new Error("its Pod was deleted");
        return pod;
      } catch (error) {
        // If this fails, the object is removed later as unowned.
        await sandboxes.remove(object).catch(() => undefined);
        throw error;
      }
    },

    async begun(sandboxId) {
      return (await sandboxes.list(sandboxId)).flatMap((object) =>
        object.sandboxId === undefined ? [] : [{ ...object, sandboxId: object.sandboxId }],
      );
    },
  };
}
