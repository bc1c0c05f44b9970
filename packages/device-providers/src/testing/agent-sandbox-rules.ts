import { isDeepStrictEqual } from "node:util";
import { SANDBOX_GROUP, SANDBOX_KIND } from "../kubernetes/read-pod.ts";
import type { Changes, MadePod, StoredPod } from "./fake-cluster.ts";

/**
 * Label by which the controller finds Pods, and annotation with the template's propagated labels
 * (controllers/sandbox_controller.go).
 */
export const NAME_LABEL = `${SANDBOX_GROUP}/sandbox-name-hash`;
const LABELS_NOTE = `${SANDBOX_GROUP}/propagated-labels`;
const ANNOTATIONS_NOTE = `${SANDBOX_GROUP}/propagated-annotations`;

type Metadata = NonNullable<MadePod["metadata"]>;
/** The used fields of a Sandbox at its creation. */
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
/** A stored Sandbox. */
export interface StoredSandbox extends MadeSandbox {
  apiVersion: string;
  metadata: MadeSandbox["metadata"] & { uid: string; creationTimestamp: Date };
  status?: { conditions: Condition[] };
}
/** The parts of a Pod that its controller reads. */
export type SeenPod = Pick<StoredPod, "metadata" | "status">;

/** The controller's operations on its cluster. */
export interface ControllerHands {
  /** Returns the Pod of that name, also if it existed before. Throws with the cluster's message. */
  create(pod: MadePod): Promise<SeenPod>;
  change(pod: SeenPod, changes: Changes): Promise<void>;
  /** Writes the Sandbox's conditions. */
  tell(sandbox: StoredSandbox, conditions: Condition[]): Promise<void>;
}

/**
 * Runs one turn of the controller of kubernetes-sigs/agent-sandbox, like version 0.5.6. Creates a Sandbox's Pod,
 * recreates a missing one, ignores an ended one, and restores the template's labels and annotations. Resolves with
 * whether it succeeded. If not, its condition has the reason, and the turn must be retried.
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

/** The template's values apply. Values that the controller noted before and the template no longer has are removed. */
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
