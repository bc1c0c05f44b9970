import type { FastifyBaseLogger } from "fastify";
import type { Cluster } from "./cluster.ts";
import type { PodWatch } from "./pod-watch.ts";

const LOOK_EVERY_MS = 5_000;

/** Removes by force, as nobody else does, what is being deleted on nodes that are lost. */
export function removeOverdue(parts: {
  watch: PodWatch;
  cluster: Cluster;
  /** How long after it was first seen to leave. */
  overdueMs: number;
  log: Pick<FastifyBaseLogger, "warn">;
}): { stop(): void } {
  const { watch, cluster, overdueMs, log } = parts;
  /** When the end of each was first seen, by uid. */
  const leavingSince = new Map<string, number>();

  async function look(): Promise<void> {
    const now = performance.now();
    const leaving = watch.pods().filter(({ isLeaving }) => isLeaving);
    const uids = new Set(leaving.map(({ uid }) => uid));
    for (const uid of leavingSince.keys()) if (!uids.has(uid)) leavingSince.delete(uid);
    for (const pod of leaving) {
      const since = leavingSince.get(pod.uid) ?? now;
      leavingSince.set(pod.uid, since);
      if (now - since < overdueMs) continue;
      log.warn({ pod: pod.name }, "the end of a Pod is overdue, its node may be lost; removing it by force");
      await cluster.remove(pod, { byForce: true });
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookLater = () => {
    if (!isStopped) timer = setTimeout(() => void lookNow(), Math.min(LOOK_EVERY_MS, overdueMs)).unref();
  };
  async function lookNow(): Promise<void> {
    await look().catch((error: unknown) => log.warn({ err: error }, "a Pod could not be removed"));
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
