import {
  ApiException,
  CustomObjectsApi,
  PatchStrategy,
  setHeaderOptions,
  type KubernetesListObject,
  type KubernetesObject,
  type V1Pod,
} from "@kubernetes/client-node";
import { CONFLICT, messageOf, NOT_FOUND } from "../kubernetes/cluster-calls.ts";
import { connectCluster } from "../kubernetes/connection.ts";
import { followObjects } from "../kubernetes/follow.ts";
import { SANDBOX_GROUP, SANDBOX_KIND } from "../kubernetes/read-pod.ts";
import {
  type ControllerHands,
  NAME_LABEL,
  reconcile,
  type SeenPod,
  type StoredSandbox,
} from "./agent-sandbox-rules.ts";
import type { KubernetesCluster } from "./kubernetes-cluster.ts";

const PLURAL = "sandboxes";
const VERSIONS = ["v1beta1", "v1alpha1"];
const RETRY_MS = 200;
const CALL_TIMEOUT_MS = 10_000;

/** Definition of Sandbox objects that accepts any content. The real definition needs clusters newer than 1.20. */
const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${PLURAL}.${SANDBOX_GROUP}` },
  spec: {
    group: SANDBOX_GROUP,
    scope: "Namespaced",
    names: { kind: SANDBOX_KIND, plural: PLURAL, singular: "sandbox" },
    versions: VERSIONS.map((name, index) => ({
      name,
      served: true,
      storage: index === 0,
      schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      subresources: { status: {} },
    })),
  },
};

type Sandbox = StoredSandbox & KubernetesObject;

/** A controller of Sandbox objects that runs in this process. */
export interface StandInController {
  /** Stops like an ended program. It handles changes since then when it resumes. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/**
 * Adds Sandbox objects to a cluster too old for agent-sandbox, and a controller by its rules (agent-sandbox-rules.ts)
 * for one namespace. Resolves when the cluster serves them.
 */
export async function startStandIn(cluster: KubernetesCluster, namespace: string): Promise<StandInController> {
  cluster.apply(JSON.stringify(DEFINITION));
  cluster.kubectl("wait", "--for=condition=Established", `crd/${DEFINITION.metadata.name}`, "--timeout=30s");
  const connection = connectCluster({ kubeconfig: cluster.kubeconfig }, CALL_TIMEOUT_MS);
  const { api: pods } = connection;
  const objects = connection.config.makeApiClient(CustomObjectsApi);
  const place = { group: SANDBOX_GROUP, version: VERSIONS[0] ?? "", namespace, plural: PLURAL };
  const asMergePatch = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
  /** The controller's cache, from the latest watch events. */
  const seen = { sandboxes: new Map<string, Sandbox>(), pods: new Map<string, SeenPod>() };
  let isRunning = true;

  const hands: ControllerHands = {
    async create(body) {
      const name = body.metadata?.name ?? "";
      try {
        return (await pods.createNamespacedPod({ namespace, body: body as V1Pod })) as SeenPod;
      } catch (error) {
        if (statusOf(error) === CONFLICT) return (await pods.readNamespacedPod({ name, namespace })) as SeenPod;
        throw error instanceof ApiException ? new Error(messageOf(error)) : error;
      }
    },
    async change({ metadata: { name, uid } }, changes) {
      await pods.patchNamespacedPod({ name, namespace, body: { metadata: { uid, ...changes } } }, asMergePatch);
    },
    async tell({ metadata: { name, uid } }, conditions) {
      const body = { metadata: { uid }, status: { conditions } };
      await objects.patchNamespacedCustomObjectStatus({ ...place, name, body }, asMergePatch);
    },
  };

  /** Sandboxes in their turn, and whether each needs another turn. */
  const turns = new Map<string, boolean>();
  async function takeTurn(name: string): Promise<void> {
    if (turns.has(name)) return void turns.set(name, true);
    const sandbox = seen.sandboxes.get(name);
    if (!isRunning || !sandbox) return;
    turns.set(name, false);
    // A conflict or a missing object leads to another event. A temporary absence is retried.
    const isDone = await reconcile(sandbox, seen.pods.get(name), hands).catch(
      (error: unknown) => statusOf(error) === NOT_FOUND || statusOf(error) === CONFLICT,
    );
    const isWanted = turns.get(name) === true;
    turns.delete(name);
    if (isWanted) void takeTurn(name);
    else if (!isDone) setTimeout(() => void takeTurn(name), RETRY_MS).unref();
  }

  const nameOf = ({ metadata }: KubernetesObject) => metadata?.name ?? "";
  const noted = <Value extends KubernetesObject, Seen>(into: Map<string, Seen>, read: (value: Value) => Seen) => ({
    onChange(value: Value) {
      into.set(nameOf(value), read(value));
      void takeTurn(nameOf(value));
    },
    onGone(value: Value) {
      into.delete(nameOf(value));
      void takeTurn(nameOf(value));
    },
  });
  const log = { warn() {}, error() {} };
  const followed = [
    followObjects<Sandbox>({
      connection,
      path: `/apis/${SANDBOX_GROUP}/${place.version}/namespaces/${namespace}/${PLURAL}`,
      list: async () => (await objects.listNamespacedCustomObject(place)) as KubernetesListObject<Sandbox>,
      ...noted(seen.sandboxes, (sandbox: Sandbox) => sandbox),
      log,
    }),
    followObjects<V1Pod>({
      connection,
      path: `/api/v1/namespaces/${namespace}/pods`,
      labelSelector: NAME_LABEL,
      list: () => pods.listNamespacedPod({ namespace, labelSelector: NAME_LABEL }),
      ...noted(seen.pods, (pod: V1Pod) => pod as SeenPod),
      log,
    }),
  ];

  return {
    pause: () => void (isRunning = false),
    resume() {
      isRunning = true;
      for (const name of seen.sandboxes.keys()) void takeTurn(name);
    },
    async stop() {
      isRunning = false;
      await Promise.all(followed.map((each) => each.stop()));
      connection.close();
    },
  };
}

const statusOf = (error: unknown): number | undefined => (error instanceof ApiException ? error.code : undefined);
