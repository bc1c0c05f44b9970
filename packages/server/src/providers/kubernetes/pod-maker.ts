import type { V1Pod } from "@kubernetes/client-node";
import type { FastifyBaseLogger } from "fastify";
import type { SandboxObject, SandboxObjects } from "./agent-sandbox.ts";
import { PodRefusedError, type ClusterCalls } from "./cluster-calls.ts";
import type { Cluster } from "./cluster.ts";
import type { PodObjects } from "./pod-settings.ts";
import type { PodWatch } from "./pod-watch.ts";
import { marksOf } from "./pod.ts";
import type { DevicePod } from "./read-pod.ts";

/** How often it is asked what keeps a controller from making a Pod. */
const ASK_EVERY_MS = 1_000;

/** What makes the Pods of devices. Everything else goes by the Pods alone, and by what their owner is. */
export interface PodMaker {
  /**
   * Resolves when there is the Pod, with the labels and annotations of the body. Leaves nothing if it throws: PodRefusedError,
   * an Error that says why there is none, or provider_unavailable.
   */
  make(body: V1Pod, signal: AbortSignal): Promise<DevicePod>;
  /** What was begun for sandboxes, or for one of them, and may have no Pod yet. */
  begun(sandboxId?: string): Promise<(SandboxObject & { sandboxId: string })[]>;
}

interface PodMakerOptions {
  objects: PodObjects;
  calls: ClusterCalls;
  cluster: Cluster;
  sandboxes: SandboxObjects;
  watch: () => PodWatch;
  /** How long a Pod may take to be made. */
  timeoutMs: number;
  /** After how long without one its controller's complaint counts: it tries again by itself. */
  patienceMs: number;
  log: Pick<FastifyBaseLogger, "warn">;
}

/** Answers what makes Pods, when the cluster has said what it has; throws provider_unavailable until then. */
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
      log.warn({ why: found.why }, "the cluster's agent-sandbox is not used; the server makes Pods itself");
    return plain;
  }
  return () =>
    (choosing ??= choose().catch((error: unknown) => {
      choosing = undefined;
      throw error;
    }));
}

/**
 * Lets the controller of agent-sandbox make them. It makes a Pod anew whenever that is gone, with nothing of what was in it:
 * so a Pod becomes somebody's by a label, and lets in who has a key, that the server adds to the first one alone.
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
        // What cannot be removed now is nobody's, and is removed as such.
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
