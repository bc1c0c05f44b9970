import { isDeepStrictEqual } from "node:util";
import { SANDBOX_GROUP, SANDBOX_KIND } from "../providers/kubernetes/read-pod.ts";
import type { Changes, MadePod, StoredPod } from "./fake-cluster.ts";

/** By which its controller finds Pods, and notes what of the template it has put on them (controllers/sandbox_controller.go). */
export const NAME_LABEL = `${SANDBOX_GROUP}/sandbox-name-hash`;
const LABELS_NOTE = `${SANDBOX_GROUP}/propagated-labels`;
const ANNOTATIONS_NOTE = `${SANDBOX_GROUP}/propagated-annotations`;

type Metadata = NonNullable<MadePod["metadata"]>;
/** A Sandbox as somebody makes it, as far as is looked at. */
export interface MadeSandbox {
  metadata: Metadata & { name: string };
  spec: { podTemplate: { metadata?: Pick<Metadata, "labels" | "annotations">; spec: unknown } };
}
interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
}
/** A Sandbox as it is stored. */
export interface StoredSandbox extends MadeSandbox {
  apiVersion: string;
  metadata: MadeSandbox["metadata"] & { uid: string; creationTimestamp: Date };
  status?: { conditions: Condition[] };
}
/** What its controller reads of a Pod. */
export type SeenPod = Pick<StoredPod, "metadata" | "status">;

/** What the controller does to its cluster. */
export interface ControllerHands {
  /** Answers the Pod of that name, also if there was one. Throws with the cluster's words. */
  create(pod: MadePod): Promise<SeenPod>;
  change(pod: SeenPod, changes: Changes): Promise<void>;
  /** Writes the Sandbox's conditions. */
  tell(sandbox: StoredSandbox, conditions: Condition[]): Promise<void>;
}

/**
 * One turn of the controller of kubernetes-sigs/agent-sandbox, as that of 0.5.6 is written: it makes the Pod of a Sandbox,
 * makes it anew when it is gone, leaves one alone that ended, and puts labels and annotations of the template back. Resolves
 * with whether it did; if not, its condition says why, and it is to be tried again.
 */
export async function reconcile(
  sandbox: StoredSandbox,
  pod: SeenPod | undefined,
  hands: ControllerHands,
): Promise<boolean> {
  if (sandbox.metadata.deletionTimestamp) return true;
  const { conditions, isDone } = await makeOrKeep(sandbox, pod, hands).then(
    (made) => ({ conditions: conditionsOf(made), isDone: true }),
    (error: unknown) => ({
      conditions: [
        notReady("ReconcilerError", `Error seen: ${error instanceof Error ? error.message : String(error)}`),
      ],
      isDone: false,
    }),
  );
  if (!isDeepStrictEqual(sandbox.status?.conditions, conditions)) await hands.tell(sandbox, conditions);
  return isDone;
}

async function makeOrKeep(sandbox: StoredSandbox, seen: SeenPod | undefined, hands: ControllerHands): Promise<SeenPod> {
  const pod = seen ?? (await hands.create(podOf(sandbox)));
  const { name, ownerReferences = [] } = pod.metadata;
  const owner = ownerReferences.find(({ controller }) => controller);
  if (!owner) throw new Error(`cannot adopt unowned pod "${name}"`);
  if (owner.uid !== sandbox.metadata.uid) throw new Error(`pod "${name}" is owned by ${owner.kind}/${owner.name}`);
  const changes = driftOf(sandbox, pod);
  if (Object.values(changes).some((each) => Object.keys(each).length > 0)) await hands.change(pod, changes);
  return pod;
}

function podOf({ apiVersion, metadata: { name, uid }, spec: { podTemplate } }: StoredSandbox): MadePod {
  const { metadata: { labels = {}, annotations = {} } = {}, spec } = podTemplate;
  const notes = {
    [LABELS_NOTE]: Object.keys(labels).toSorted().join(),
    [ANNOTATIONS_NOTE]: Object.keys(annotations).toSorted().join(),
  };
  return {
    metadata: {
      name,
      labels: { ...labels, [NAME_LABEL]: name },
      annotations: { ...annotations, ...notes },
      ownerReferences: [{ apiVersion, kind: SANDBOX_KIND, name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec,
  };
}

/** What the template says holds; what it said before, by the controller's own notes, and says no more, goes. */
function driftOf({ spec }: StoredSandbox, { metadata }: SeenPod): Changes {
  const { labels = {}, annotations = {} } = spec.podTemplate.metadata ?? {};
  const drift = (now: Record<string, string> = {}, wanted: Record<string, string>, note: string) => {
    const noted = (metadata.annotations?.[note] ?? "").split(",");
    return Object.fromEntries([
      ...Object.entries(wanted).filter(([key, value]) => now[key] !== value),
      ...noted.filter((key) => key in now && !(key in wanted)).map((key) => [key, null] as const),
    ]);
  };
  return {
    labels: drift(metadata.labels, labels, LABELS_NOTE),
    annotations: drift(metadata.annotations, annotations, ANNOTATIONS_NOTE),
  };
}

const notReady = (reason: string, message: string): Condition => ({ type: "Ready", status: "False", reason, message });

function conditionsOf({ status: { phase = "Pending" } }: SeenPod): Condition[] {
  const message = `Pod exists with phase: ${phase}`;
  if (phase === "Running") return [{ type: "Ready", status: "True", reason: "DependenciesReady", message }];
  if (phase !== "Failed" && phase !== "Succeeded") return [notReady("DependenciesNotReady", message)];
  const reason = `Pod${phase}`;
  return [notReady(reason, message), { type: "Finished", status: "True", reason, message: "" }];
}
