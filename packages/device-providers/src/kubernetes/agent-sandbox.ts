import { ApiException, ApisApi, AuthorizationV1Api, CustomObjectsApi, type V1Pod } from "@kubernetes/client-node";
import { z } from "zod";
import { CONFLICT, FORBIDDEN, NOT_FOUND, refusalOf, REFUSALS, type ClusterCalls } from "./cluster-calls.ts";
import type { ClusterConnection } from "./connection.ts";
import { INSTALL_LABEL, SANDBOX_LABEL, selectorOf } from "./pod.ts";
import { SANDBOX_GROUP, SANDBOX_KIND, type SandboxRef } from "./read-pod.ts";

/** Supported API versions, compatible in all fields used here. The first one that the cluster serves is used. */
const VERSIONS = ["v1beta1", "v1alpha1"];
const PLURAL = "sandboxes";
/** Verbs used on Sandbox objects; deploy/ grants them. */
const VERBS = ["create", "list", "delete"];
/** Reason and message prefix of the condition Ready while the controller fails. */
const FAILING = "ReconcilerError";
const FAILING_WORDS = "Error seen: ";

/** How the cluster serves Sandbox objects; `why` starts without a capital. */
type SandboxApi = { state: "usable"; version: string } | { state: "absent" | "unusable"; why: string };

/** A Sandbox object of this installation. */
export interface SandboxObject extends SandboxRef {
  /** The sandbox that it was created for; undefined if it was created for standby, even after a claim. */
  sandboxId: string | undefined;
  /** Epoch milliseconds by the cluster's clock. */
  startedAt: number;
  /** The controller's reason for not creating a Pod, if it reports one. */
  complaint: string | undefined;
}

/**
 * Objects of kubernetes-sigs/agent-sandbox. Its controller creates a Pod of the same name for each, and replaces a Pod
 * that is gone. Each call throws provider_unavailable if the cluster's API cannot be used.
 */
export interface SandboxObjects {
  /** Resolves with how the cluster serves Sandbox objects. Queries the cluster until they are usable. */
  find(): Promise<SandboxApi>;
  /** Creates an object from the template of a Pod. Throws PodRefusedError. */
  create(template: V1Pod): Promise<SandboxObject>;
  /** Lists objects that are not being deleted: all, those created for a sandbox, or ("") for standby. */
  list(sandboxId?: string): Promise<SandboxObject[]>;
  /** Removes an object; the cluster removes its Pod later. Ignores another object of the same name. */
  remove(sandbox: SandboxRef): Promise<void>;
}

interface SandboxObjectsOptions {
  calls: ClusterCalls;
  connection: ClusterConnection;
  namespace: string;
  installId: string;
}

const Sandbox = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    creationTimestamp: z.coerce.date(),
    deletionTimestamp: z.coerce.date().optional(),
  }),
  status: z
    .object({
      conditions: z
        .array(z.object({ type: z.string(), reason: z.string().default(""), message: z.string().default("") }))
        .default([]),
    })
    .prefault({}),
});
const SandboxList = z.object({ items: z.array(Sandbox) });

export function createSandboxObjects(options: SandboxObjectsOptions): SandboxObjects {
  const { calls, connection, namespace, installId } = options;
  const { call, unavailable } = calls;
  const api = connection.config.makeApiClient(CustomObjectsApi);
  let usable: Extract<SandboxApi, { state: "usable" }> | undefined;

  async function discover(): Promise<SandboxApi> {
    const answer = await call(() => connection.config.makeApiClient(ApisApi).getAPIVersions(), [FORBIDDEN]);
    if (answer instanceof ApiException)
      return { state: "unusable", why: "the server may not ask what its cluster has" };
    const group = answer.groups.find(({ name }) => name === SANDBOX_GROUP);
    if (!group) return { state: "absent", why: "its cluster has no agent-sandbox" };
    const served = group.versions.map(({ version }) => version);
    const version = VERSIONS.find((each) => served.includes(each));
    if (version === undefined)
      return {
        state: "unusable",
        why: `its cluster has agent-sandbox as ${served.join(", ")}, which is not known here`,
      };
    const mayNot = (await Promise.all(VERBS.map(async (verb) => ((await may(verb)) ? [] : [verb])))).flat();
    return mayNot.length === 0
      ? { state: "usable", version }
      : {
          state: "unusable",
          why: `the server may not ${mayNot.join(", ")} ${PLURAL}.${SANDBOX_GROUP} in its namespace`,
        };
  }

  /**
   * Returns whether the server has the right to a verb. Every account may ask this, unless an operator revoked that
   * right.
   */
  async function may(verb: string): Promise<boolean> {
    const authorization = connection.config.makeApiClient(AuthorizationV1Api);
    const resourceAttributes = { namespace, verb, group: SANDBOX_GROUP, resource: PLURAL };
    const answer = await call(
      () => authorization.createSelfSubjectAccessReview({ body: { spec: { resourceAttributes } } }),
      [FORBIDDEN],
    );
    return !(answer instanceof ApiException) && answer.status?.allowed === true;
  }

  async function find(): Promise<SandboxApi> {
    if (usable) return usable;
    const found = await discover();
    if (found.state === "usable") usable = found;
    return found;
  }

  async function place(): Promise<{ group: string; version: string; namespace: string; plural: string }> {
    const found = await find();
    if (found.state !== "usable") throw unavailable(found.why);
    return { group: SANDBOX_GROUP, version: found.version, namespace, plural: PLURAL };
  }

  function read<Value>(schema: z.ZodType<Value>, value: unknown): Value {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw unavailable("its cluster answered with what is no Sandbox object", parsed.error);
  }

  function toObject({ metadata, status }: z.infer<typeof Sandbox>, version: string): SandboxObject {
    const failing = status.conditions.find(({ type, reason }) => type === "Ready" && reason === FAILING);
    return {
      version,
      name: metadata.name,
      uid: metadata.uid,
      sandboxId: metadata.labels[SANDBOX_LABEL] || undefined,
      startedAt: metadata.creationTimestamp.getTime(),
      complaint: failing?.message.replace(FAILING_WORDS, ""),
    };
  }

  return {
    find,

    async create({ metadata, spec }) {
      const at = await place();
      const { name, labels = {} } = metadata ?? {};
      // The controller restores labels of the template after changes. A claim changes this label, so the template omits
      // it.
      const { [SANDBOX_LABEL]: _sandbox, ...lasting } = labels;
      const body = {
        apiVersion: `${SANDBOX_GROUP}/${at.version}`,
        kind: SANDBOX_KIND,
        metadata: { name, namespace, labels },
        spec: { podTemplate: { metadata: { labels: lasting }, spec }, service: false },
      };
      const answer: unknown = await call(() => api.createNamespacedCustomObject({ ...at, body }), REFUSALS);
      if (answer instanceof ApiException) throw refusalOf(answer);
      return toObject(read(Sandbox, answer), at.version);
    },

    async list(sandboxId) {
      const at = await place();
      const labelSelector = selectorOf(installId, sandboxId);
      const answer: unknown = await call(() => api.listNamespacedCustomObject({ ...at, labelSelector }), []);
      return read(SandboxList, answer)
        .items.filter(({ metadata }) => metadata.labels[INSTALL_LABEL] === installId && !metadata.deletionTimestamp)
        .map((item) => toObject(item, at.version));
    },

    async remove({ version, name, uid }) {
      // The version in the Pod's owner reference may no longer be served.
      const at = { group: SANDBOX_GROUP, version: usable?.version ?? version, namespace, plural: PLURAL, name };
      const body = { preconditions: { uid } };
      await call<unknown>(() => api.deleteNamespacedCustomObject({ ...at, body }), [NOT_FOUND, CONFLICT]);
    },
  };
}
