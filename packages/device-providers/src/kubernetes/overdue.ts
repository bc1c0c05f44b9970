import type { FastifyBaseLogger } from "fastify";
import type { Cluster } from "./cluster.ts";
import type { PodWatch } from "./pod-watch.ts";

const LOOK_EVERY_MS = 5_000;

/**
 * Deletes Pods that would otherwise stay. Uses force for Pods that do not end because their node is lost. Also deletes
 * unowned Pods: their server died before it labelled them, or the controller created them as replacements.
 */
export function removeOverdue(parts: {
  watch: PodWatch;
  cluster: Cluster;
  /** Time since the Pod was first seen leaving or unowned. */
  overdueMs: number;
  log: Pick<FastifyBaseLogger, "warn">;
}): { stop(): void } {
  const { watch, cluster, overdueMs, log } = parts;
  /** Times when each Pod was first seen leaving or unowned, by uid. */
  const since = new Map<string, number>();

  async function look(): Promise<void> {
    const now = performance.now();
    const due = watch.pods().filter(({ isLeaving, isNobodys }) => isLeaving || isNobodys);
    const uids = new Set(due.map(({ uid }) => uid));
    for (const uid of since.keys()) if (!uids.has(uid)) since.delete(uid);
    for (const pod of due) {
      const first = since.get(pod.uid) ?? now;
      since.set(pod.uid, first);
      if (now - first < overdueMs) continue;
      if (pod.isLeaving) {
        log.warn({ pod: pod.name }, "a Pod's end is overdue and its node may be lost; forcing its removal");
        await cluster.remove(pod, { byForce: true });
      } else if ((await cluster.removeAsSeen(pod)) === "removed") {
        since.delete(pod.uid);
        log.warn({ pod: pod.name }, "removing a Pod of agent-sandbox without an owner");
      }
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookLater = () => {
    if (!isStopped) timer = setTimeout(() => void lookNow(), Math.min(LOOK_EVERY_MS, overdueMs)).unref();
  };
  async function lookNow(): Promise<void> {
    await look().catch((error: unknown) => log.warn({ err: error }, "failed to remove a Pod"));
    lookLater();
  }
  lookLater();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
