import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ListWatch, Watch, type V1Pod } from "@kubernetes/client-node";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { ClusterConnection } from "./connection.ts";
import { selectorOf } from "./pod.ts";
import { readPod, type DevicePod } from "./read-pod.ts";

/** After a failure it is tried again, each time later, up to the longest pause. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** What lasted this long did not fail at once. */
const LASTED_MS = 10_000;
/** The library waits up to half a minute between watches that end in order; a crash is to be told sooner. */
const LONGEST_RECONNECT_MS = 1_000;

const REMOVED = { detail: "its Pod was deleted", usedTooMuchMemory: false };

/** What happens to the Pods of an installation. */
export interface PodWatch {
  /** As they were last seen. */
  pods(): DevicePod[];
  /** Whether what there is was listed once. */
  isSynced(): boolean;
  /**
   * Resolves with the Pod when it is as is asked or ended, or when the time is over or the signal aborted; undefined if it
   * was not seen until then. `uid`: its own, or that of the Sandbox that makes it.
   */
  until(
    uid: string,
    isAsAsked: (pod: DevicePod) => boolean,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<DevicePod | undefined>;
  stop(): Promise<void>;
}

interface PodWatchOptions {
  connection: ClusterConnection;
  namespace: string;
  installId: string;
  /** It is there, has changed, or ended. */
  onChange: (pod: DevicePod) => void;
  /** What there is was listed. */
  onListed: () => void;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

/** A change of an object, or a failure that the API server tells of in its place (Kubernetes API, WatchEvent). */
const Event = z.object({
  type: z.string(),
  object: z.union([
    z.looseObject({ metadata: z.looseObject({ name: z.string() }) }),
    z.looseObject({ code: z.number() }),
  ]),
});

/** As the library's, of which what is no event, or fails before it begins, rejects promises that nobody has. */
class GuardedWatch extends Watch {
  isStopped = false;

  override async watch(...[path, query, callback, done]: Parameters<Watch["watch"]>): Promise<AbortController> {
    if (this.isStopped) return new AbortController();
    const guarded: typeof callback = (type, object, event) => {
      if (Event.safeParse({ type, object }).success) callback(type, object, event);
      else done(new Error("the cluster told of something that is no event"));
    };
    try {
      return await super.watch(path, query, guarded, done);
    } catch (error) {
      done(error);
      return new AbortController();
    }
  }
}

/**
 * Follows them: lists what there is, then watches from there on. It begins anew after whatever failure; what went
 * meanwhile is told then. A connection over which nothing comes is replaced every 30 s, since it may be dead.
 */
export function watchPods({ connection, namespace, installId, onChange, onListed, log }: PodWatchOptions): PodWatch {
  /** By name, as the library has them. */
  const pods = new Map<string, DevicePod>();
  const changes = new EventEmitter<Record<string, [DevicePod]>>().setMaxListeners(0);
  const selector = selectorOf(installId);
  const watch = new GuardedWatch(connection.config);
  const informer = new ListWatch<V1Pod>(
    `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`,
    watch,
    async () => {
      const answer = await connection.api.listNamespacedPod({ namespace, labelSelector: selector });
      isSynced = true;
      setImmediate(onListed);
      return answer;
    },
    false,
    selector,
    undefined,
    { delayFn: (ms) => sleep(Math.min(ms, LONGEST_RECONNECT_MS), undefined, { ref: false }) },
  );
  let isSynced = false;
  let pauseMs = FIRST_PAUSE_MS;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  /** What is thrown here the library swallows, or leaves to nobody. */
  const guarded = (handle: (pod: DevicePod) => void) => (value: V1Pod) => {
    try {
      const pod = readPod(value, installId);
      if (pod) handle(pod);
    } catch (error) {
      log.error({ err: error, pod: value.metadata?.name }, "what happened to a Pod could not be dealt with");
    }
  };
  function note(pod: DevicePod): void {
    onChange(pod);
    changes.emit(pod.uid, pod);
    if (pod.madeBy) changes.emit(pod.madeBy.uid, pod);
  }
  const noteGone = (pod: DevicePod) => note({ ...pod, host: undefined, end: pod.end ?? REMOVED });
  const changed = guarded((pod) => {
    const before = pods.get(pod.name);
    pods.set(pod.name, pod);
    // The name was given anew while nobody watched.
    if (before && before.uid !== pod.uid) noteGone(before);
    note(pod);
  });
  informer.on("add", changed);
  informer.on("update", changed);
  informer.on(
    "delete",
    guarded((pod) => {
      pods.delete(pod.name);
      noteGone(pod);
    }),
  );
  informer.on("error", (error: unknown) => {
    if (watch.isStopped) return;
    if (performance.now() - startedAt > LASTED_MS) pauseMs = FIRST_PAUSE_MS;
    else log.warn({ err: error }, "the cluster's Pods cannot be watched; trying again");
    clearTimeout(timer);
    timer = setTimeout(start, pauseMs).unref();
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  });

  function start(): void {
    startedAt = performance.now();
    informer.start().catch((error: unknown) => log.error({ err: error }, "the cluster's Pods are not watched"));
  }
  start();

  return {
    pods: () => [...pods.values()],
    isSynced: () => isSynced,
    until(uid, isAsAsked, timeoutMs, signal) {
      const isOver = (pod: DevicePod | undefined) => pod !== undefined && (pod.end !== undefined || isAsAsked(pod));
      let last = [...pods.values()].find((pod) => pod.uid === uid || pod.madeBy?.uid === uid);
      if (isOver(last)) return Promise.resolve(last);
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          changes.off(uid, look);
          signal.removeEventListener("abort", done);
          resolve(last);
        };
        const look = (pod: DevicePod) => {
          last = pod;
          if (isOver(pod)) done();
        };
        const timer = setTimeout(done, timeoutMs);
        changes.on(uid, look);
        signal.addEventListener("abort", done);
        if (signal.aborted) done();
      });
    },
    async stop() {
      watch.isStopped = true;
      clearTimeout(timer);
      await informer.stop();
    },
  };
}
