import { randomUUID } from "node:crypto";
import {
  type Answer,
  type DeleteOptions,
  type FakeCluster,
  type FakeResources,
  type MadePod,
  refuseBy,
  selects,
  type StoredPod,
} from "./fake-cluster.ts";

const GROUP = "agents.x-k8s.io";
/** By which its controller finds Pods, and notes what of the template it has put on them (controllers/sandbox_controller.go). */
const NAME_LABEL = `${GROUP}/sandbox-name-hash`;
const LABELS_NOTE = `${GROUP}/propagated-labels`;
const ANNOTATIONS_NOTE = `${GROUP}/propagated-annotations`;
const POD_NOTE = `${GROUP}/pod-name`;
const RECONCILE_MS = 10;
/** After this the garbage collector removes what has no owner any more. */
const COLLECT_MS = 60;

type Metadata = NonNullable<MadePod["metadata"]>;
interface MadeSandbox {
  metadata: Metadata & { name: string };
  spec: { podTemplate: { metadata?: Pick<Metadata, "labels" | "annotations">; spec: unknown } };
}
interface StoredSandbox extends MadeSandbox {
  apiVersion: string;
  metadata: MadeSandbox["metadata"] & { uid: string; creationTimestamp: Date };
  status: { conditions: { type: string; status: string; reason: string; message: string }[] };
}

/**
 * For tests without a cluster: Sandbox objects of kubernetes-sigs/agent-sandbox, and its controller as that of 0.5.6 is
 * written. It makes the Pod of a Sandbox, makes it anew when it is gone, leaves one alone that ended, and puts labels and
 * annotations of the template back. The cluster's garbage collector removes Pods whose Sandbox is gone.
 */
export class FakeAgentSandbox implements FakeResources {
  readonly sandboxes = new Map<string, StoredSandbox>();
  readonly groups: FakeResources["groups"] = [];
  /** What the asking server may not do to Sandbox objects. */
  readonly forbidden: string[] = [];
  /** While its controller does not run nothing becomes of a Sandbox. */
  isRunning = true;
  /** In which words the cluster refuses the controller's Pods. */
  refusal: string | undefined;
  readonly #cluster: FakeCluster;

  /** `versions`: in which it is installed, if it is. */
  constructor(cluster: FakeCluster, versions: readonly string[] | undefined) {
    this.#cluster = cluster;
    cluster.resources = this;
    if (versions) this.install(versions);
  }

  install(versions: readonly string[]): void {
    this.groups.push({
      name: GROUP,
      versions: versions.map((version) => ({ version, groupVersion: `${GROUP}/${version}` })),
    });
  }

  serve(method: string, url: URL, body: unknown, answer: Answer): boolean {
    if (url.pathname === "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews") {
      const { verb } = (body as { spec: { resourceAttributes: { verb: string } } }).spec.resourceAttributes;
      answer(201, { ...(body as object), status: { allowed: !this.forbidden.includes(verb) } });
      return true;
    }
    const [, version = "", name] =
      new RegExp(`^/apis/${GROUP}/([a-z0-9]+)/namespaces/${this.#cluster.namespace}/sandboxes(?:/([a-z0-9-]+))?$`).exec(
        url.pathname,
      ) ?? [];
    if (!this.groups[0]?.versions.some((each) => each.version === version)) return false;
    const refuse = refuseBy(answer);
    if (method === "POST") this.#create(body as MadeSandbox, version, answer);
    else if (method === "GET" && name === undefined) {
      const selector = url.searchParams.get("labelSelector") ?? "";
      const items = [...this.sandboxes.values()].filter((sandbox) => selects(selector, sandbox));
      answer(200, { kind: "SandboxList", items });
    } else if (method === "DELETE") {
      const sandbox = this.sandboxes.get(name ?? "");
      const { uid = sandbox?.metadata.uid } = (body as DeleteOptions).preconditions ?? {};
      if (!sandbox) refuse(404, `sandboxes "${name}" not found`);
      else if (sandbox.metadata.uid !== uid) refuse(409, "the uid is another's");
      else {
        this.delete(sandbox.metadata.name);
        answer(200, { kind: "Status", status: "Success" });
      }
    } else refuse(405, "not known here");
    return true;
  }

  /** Somebody makes one. */
  add(made: MadeSandbox, version = "v1beta1"): StoredSandbox {
    const metadata = { ...made.metadata, uid: randomUUID(), creationTimestamp: new Date() };
    const stored = { ...made, apiVersion: `${GROUP}/${version}`, metadata, status: { conditions: [] } };
    this.sandboxes.set(metadata.name, stored);
    this.#reconcileSoon(metadata.name);
    return stored;
  }

  /** Somebody removes one. */
  delete(name: string): void {
    const sandbox = this.sandboxes.get(name);
    this.sandboxes.delete(name);
    if (sandbox) setTimeout(() => this.#collect(sandbox.metadata.uid), COLLECT_MS);
  }

  noticed({ metadata }: StoredPod): void {
    const owner = metadata.ownerReferences?.find(({ controller }) => controller);
    if (owner) this.#reconcileSoon(owner.name);
  }

  #create(made: MadeSandbox, version: string, answer: Answer): void {
    const { name } = made.metadata;
    if (this.sandboxes.has(name)) refuseBy(answer)(409, `sandboxes "${name}" already exists`);
    else answer(201, this.add(made, version));
  }

  #reconcileSoon(name: string): void {
    setTimeout(() => this.isRunning && this.#reconcile(name), RECONCILE_MS);
  }

  #reconcile(name: string): void {
    const sandbox = this.sandboxes.get(name);
    if (!sandbox) return;
    const pod = this.#cluster.pods.get(name);
    if (!pod) return this.#makePod(sandbox);
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller);
    if (owner?.uid !== sandbox.metadata.uid) return this.#complain(sandbox, `pod "${name}" is owned by another`);
    this.#putBack(sandbox, pod);
    const { phase = "Pending" } = pod.status;
    const isReady = phase === "Running";
    const message = `Pod exists with phase: ${phase}`;
    const ready = { type: "Ready", reason: isReady ? "DependenciesReady" : "DependenciesNotReady", message };
    const conditions = [{ ...ready, status: isReady ? "True" : "False" }];
    if (phase === "Failed" || phase === "Succeeded")
      conditions.push({ type: "Finished", status: "True", reason: `Pod${phase}`, message: "" });
    sandbox.status.conditions = conditions;
  }

  #makePod(sandbox: StoredSandbox): void {
    const { name, uid } = sandbox.metadata;
    const { metadata: { labels = {}, annotations = {} } = {}, spec } = sandbox.spec.podTemplate;
    if (this.refusal !== undefined) return this.#complain(sandbox, this.refusal);
    const owner = { apiVersion: sandbox.apiVersion, kind: "Sandbox", name, uid, controller: true };
    const notes = {
      [LABELS_NOTE]: Object.keys(labels).toSorted().join(),
      [ANNOTATIONS_NOTE]: Object.keys(annotations).toSorted().join(),
    };
    const metadata = {
      name,
      labels: { ...labels, [NAME_LABEL]: name },
      annotations: { ...annotations, ...notes },
      ownerReferences: [owner],
    };
    sandbox.metadata.annotations = { ...sandbox.metadata.annotations, [POD_NOTE]: name };
    this.#cluster.create({ metadata, spec }, (status, body) => {
      if (status !== 201) this.#complain(sandbox, JSON.stringify(body));
    });
  }

  /** What the template says holds; what it said before, by the controller's own notes, and says no more, goes. */
  #putBack(sandbox: StoredSandbox, pod: StoredPod): void {
    const { labels: wantedLabels = {}, annotations: wantedAnnotations = {} } = sandbox.spec.podTemplate.metadata ?? {};
    const drift = (now: Record<string, string> = {}, wanted: Record<string, string>, note: string) => ({
      ...Object.fromEntries(Object.entries(wanted).filter(([key, value]) => now[key] !== value)),
      ...Object.fromEntries(
        (pod.metadata.annotations?.[note] ?? "")
          .split(",")
          .filter((key) => key in now && !(key in wanted))
          .map((key) => [key, null as never]),
      ),
    });
    const labels = drift(pod.metadata.labels, wantedLabels, LABELS_NOTE);
    const annotations = drift(pod.metadata.annotations, wantedAnnotations, ANNOTATIONS_NOTE);
    if (Object.keys(labels).length + Object.keys(annotations).length > 0)
      this.#cluster.merge(pod, { labels, annotations });
  }

  /** As its controller does of whatever keeps it from its work; it tries again. */
  #complain(sandbox: StoredSandbox, what: string): void {
    const message = `Error seen: ${what}`;
    sandbox.status.conditions = [{ type: "Ready", status: "False", reason: "ReconcilerError", message }];
    setTimeout(() => this.isRunning && this.#reconcile(sandbox.metadata.name), 5 * RECONCILE_MS).unref();
  }

  #collect(uid: string): void {
    for (const pod of this.#cluster.pods.values())
      if (pod.metadata.ownerReferences?.some((owner) => owner.uid === uid)) this.#cluster.delete(pod, {}, () => {});
  }
}
