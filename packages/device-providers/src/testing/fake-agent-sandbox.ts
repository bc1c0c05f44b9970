import { randomUUID } from "node:crypto";
import { SANDBOX_GROUP } from "../kubernetes/read-pod.ts";
import { type ControllerHands, type MadeSandbox, reconcile, type StoredSandbox } from "./agent-sandbox-rules.ts";
import {
  type Answer,
  type DeleteOptions,
  type FakeCluster,
  type FakeResources,
  refuseBy,
  selects,
  type StoredPod,
} from "./fake-cluster.ts";

const RECONCILE_MS = 10;
const RETRY_MS = 50;
/** Delay of the garbage collector before it removes objects without an owner. */
const COLLECT_MS = 60;

/**
 * For tests without a cluster: Sandbox objects of kubernetes-sigs/agent-sandbox, and a controller by its rules
 * (agent-sandbox-rules.ts). The cluster's garbage collector removes Pods without a Sandbox.
 */
export class FakeAgentSandbox implements FakeResources {
  readonly sandboxes = new Map<string, StoredSandbox>();
  readonly groups: FakeResources["groups"] = [];
  /** Operations on Sandbox objects that the server under test may not perform. */
  readonly forbidden: string[] = [];
  /** Whether the controller runs. Without it, a Sandbox has no effect. */
  isRunning = true;
  /** The cluster's message when it rejects the controller's Pods. */
  refusal: string | undefined;
  readonly #cluster: FakeCluster;

  /** `versions`: installed API versions, if any. */
  constructor(cluster: FakeCluster, versions: readonly string[] | undefined) {
    this.#cluster = cluster;
    cluster.resources = this;
    if (versions) this.install(versions);
  }

  install(versions: readonly string[]): void {
    this.groups.push({
      name: SANDBOX_GROUP,
      versions: versions.map((version) => ({ version, groupVersion: `${SANDBOX_GROUP}/${version}` })),
    });
  }

  serve(method: string, url: URL, body: unknown, answer: Answer): boolean {
    if (url.pathname === "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews") {
      const { verb } = (body as { spec: { resourceAttributes: { verb: string } } }).spec.resourceAttributes;
      answer(201, { ...(body as object), status: { allowed: !this.forbidden.includes(verb) } });
      return true;
    }
    const [, version = "", name] =
      new RegExp(
        `^/apis/${SANDBOX_GROUP}/([a-z0-9]+)/namespaces/${this.#cluster.namespace}/sandboxes(?:/([a-z0-9-]+))?$`,
      ).exec(url.pathname) ?? [];
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

  /** Creates one, as another client would. */
  add(made: MadeSandbox, version = "v1beta1"): StoredSandbox {
    const metadata = { ...made.metadata, uid: randomUUID(), creationTimestamp: new Date() };
    const stored = { ...made, apiVersion: `${SANDBOX_GROUP}/${version}`, metadata };
    this.sandboxes.set(metadata.name, stored);
    this.#reconcileSoon(metadata.name);
    return stored;
  }

  /** Removes one, as another client would. */
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

  #reconcileSoon(name: string, afterMs = RECONCILE_MS): void {
    setTimeout(() => this.isRunning && void this.#reconcile(name), afterMs).unref();
  }

  async #reconcile(name: string): Promise<void> {
    const sandbox = this.sandboxes.get(name);
    if (sandbox && !(await reconcile(sandbox, this.#cluster.pods.get(name), this.#hands)))
      this.#reconcileSoon(name, RETRY_MS);
  }

  readonly #hands: ControllerHands = {
    create: async (pod) => {
      if (this.refusal !== undefined) throw new Error(this.refusal);
      this.#cluster.create(pod, () => {});
      const made = this.#cluster.pods.get(pod.metadata?.name ?? "");
      if (!made) throw new Error("the Pod is invalid");
      return made;
    },
    change: async ({ metadata: { name } }, changes) => {
      const pod = this.#cluster.pods.get(name);
      if (pod) this.#cluster.merge(pod, changes);
    },
    tell: async (sandbox, conditions) => void (sandbox.status = { conditions }),
  };

  #collect(uid: string): void {
    for (const pod of this.#cluster.pods.values())
      if (pod.metadata.ownerReferences?.some((owner) => owner.uid === uid)) this.#cluster.delete(pod, {}, () => {});
  }
}
