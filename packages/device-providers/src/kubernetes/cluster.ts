import { ApiException, PatchStrategy, setHeaderOptions, type V1ObjectMeta, type V1Pod } from "@kubernetes/client-node";
import type { SandboxObjects } from "./agent-sandbox.ts";
import { CONFLICT, INVALID, NOT_FOUND, refusalOf, REFUSALS, type ClusterCalls } from "./cluster-calls.ts";
import type { ClusterConnection } from "./connection.ts";
import { selectorOf } from "./pod.ts";
import { readPod, type DevicePod } from "./read-pod.ts";

/** Operations on the Pods of one installation. Each throws provider_unavailable if the cluster's API cannot be used. */
export interface Cluster {
  /** Resolves if its API can be used. */
  ping(): Promise<void>;
  /** Lists all Pods, or those of a sandbox. */
  list(sandboxId?: string): Promise<DevicePod[]>;
  /** Creates a Pod. Throws PodRefusedError. */
  create(body: V1Pod): Promise<DevicePod>;
  /** Resolves with whether the Pod exists and passed the tests of the patch (RFC 6902). */
  patch(name: string, operations: object[]): Promise<boolean>;
  /** Adds labels and annotations; resolves with undefined if the Pod is gone. */
  mark(pod: DevicePod, marks: Pick<V1ObjectMeta, "labels" | "annotations">): Promise<DevicePod | undefined>;
  /**
   * Deletes a Pod; by force if requested, regardless of its node. First removes its Sandbox object, which would replace
   * it. Ignores another Pod of the same name.
   */
  remove(pod: DevicePod, how?: { byForce: boolean }): Promise<void>;
  /** Deletes a Pod unless it has changed, because another server may have claimed it. */
  removeAsSeen(pod: DevicePod): Promise<"removed" | "changed">;
}

interface ClusterOptions {
  calls: ClusterCalls;
  connection: ClusterConnection;
  namespace: string;
  installId: string;
  sandboxes: Pick<SandboxObjects, "remove">;
}

export function createCluster({ calls, connection, namespace, installId, sandboxes }: ClusterOptions): Cluster {
  const { api } = connection;
  const { call, unavailable } = calls;

  function toPod(value: unknown): DevicePod {
    try {
      const pod = readPod(value, installId);
      if (pod) return pod;
    } catch (error) {
      throw unavailable("its cluster answered with what is no Pod", error);
    }
    throw unavailable("its cluster answered with a Pod of somebody else");
  }

  return {
    async ping() {
      await call(() => api.listNamespacedPod({ namespace, labelSelector: selectorOf(installId), limit: 1 }), []);
    },

    async list(sandboxId) {
      const labelSelector = selectorOf(installId, sandboxId);
      const answer = await call(() => api.listNamespacedPod({ namespace, labelSelector }), []);
      return "items" in answer ? answer.items.map(toPod) : [];
    },

    async create(body) {
      const answer = await call(() => api.createNamespacedPod({ namespace, body }), REFUSALS);
      if (answer instanceof ApiException) throw refusalOf(answer);
      return toPod(answer);
    },

    async patch(name, operations) {
      const asJsonPatch = setHeaderOptions("Content-Type", PatchStrategy.JsonPatch);
      const ask = () => api.patchNamespacedPod({ name, namespace, body: operations }, asJsonPatch);
      return !((await call(ask, [NOT_FOUND, CONFLICT, INVALID])) instanceof ApiException);
    },

    async mark({ name, uid }, marks) {
      const asMergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
      const body = { metadata: { uid, ...marks } };
      const ask = () => api.patchNamespacedPod({ name, namespace, body }, asMergePatch);
      const answer = await call(ask, [NOT_FOUND, CONFLICT]);
      return answer instanceof ApiException ? undefined : toPod(answer);
    },

    async removeAsSeen({ name, uid, version, madeBy }) {
      const body = { preconditions: { uid, resourceVersion: version } };
      const answer = await call(() => api.deleteNamespacedPod({ name, namespace, body }), [NOT_FOUND, CONFLICT]);
      if (answer instanceof ApiException && answer.code === CONFLICT) return "changed";
      if (madeBy) await sandboxes.remove(madeBy);
      return "removed";
    },

    async remove({ name, uid, isLeaving, madeBy }, { byForce } = { byForce: false }) {
      if (madeBy) await sandboxes.remove(madeBy);
      if (isLeaving && !byForce) return;
      const body = { preconditions: { uid }, ...(byForce && { gracePeriodSeconds: 0 }) };
      await call(() => api.deleteNamespacedPod({ name, namespace, body }), [NOT_FOUND, CONFLICT]);
    },
  };
}
