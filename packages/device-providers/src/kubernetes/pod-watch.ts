import { EventEmitter } from "node:events";
import type { V1Pod } from "@kubernetes/client-node";
import type { FastifyBaseLogger } from "fastify";
import type { ClusterConnection } from "./connection.ts";
import { followObjects } from "./follow.ts";
import { selectorOf } from "./pod.ts";
import { readPod, type DevicePod } from "./read-pod.ts";

const REMOVED = { detail: "its Pod was deleted", usedTooMuchMemory: false };

/** A watch of an installation's Pods. */
export interface PodWatch {
  /** Returns the Pods as last seen. */
  pods(): DevicePod[];
  /** Returns whether the Pods have been listed once. */
  isSynced(): boolean;
  /**
   * Resolves with the Pod when it matches or has ended, at the timeout, or when the signal is aborted; with undefined
   * if it was not seen by then. `uid`: the Pod's own, or that of its Sandbox object.
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
  /** Called when a Pod appears, changes or ends. */
  onChange: (pod: DevicePod) => void;
  /** Called when the Pods were listed. */
  onListed: () => void;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
}

/** Watches the Pods, through failures of the cluster's API. */
export function watchPods({ connection, namespace, installId, onChange, onListed, log }: PodWatchOptions): PodWatch {
  /** Pods by name, as in the library. */
  const pods = new Map<string, DevicePod>();
  const changes = new EventEmitter<Record<string, [DevicePod]>>().setMaxListeners(0);
  const selector = selectorOf(installId);
  let isSynced = false;

  /** The library swallows exceptions or causes unhandled rejections, so they are logged here. */
  const guarded = (handle: (pod: DevicePod) => void) => (value: V1Pod) => {
    try {
      const pod = readPod(value, installId);
      if (pod) handle(pod);
    } catch (error) {
      log.error({ err: error, pod: value.metadata?.name }, "failed to handle a Pod's event");
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
    // A new Pod got the name while the watch was interrupted.
    if (before && before.uid !== pod.uid) noteGone(before);
    note(pod);
  });
  const followed = followObjects<V1Pod>({
    connection,
    path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`,
    labelSelector: selector,
    list: async () => {
      const answer = await connection.api.listNamespacedPod({ namespace, labelSelector: selector });
      isSynced = true;
      setImmediate(onListed);
      return answer;
    },
    onChange: changed,
    onGone: guarded((pod) => {
      pods.delete(pod.name);
      noteGone(pod);
    }),
    log,
  });

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
    stop: () => followed.stop(),
  };
}
