import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Server as SocketServer } from "node:net";
import path from "node:path";
import { KEY_ANNOTATION } from "../kubernetes/pod.ts";
import { startPodDevice } from "./fake-pod-device.ts";

/** Further resources of such an API, such as custom resources with their controller. */
export interface FakeResources {
  /** API groups as listed by `GET /apis`. */
  groups: { name: string; versions: { version: string; groupVersion: string }[] }[];
  /** Handles a request if it is for these resources. Returns whether it is. */
  serve(method: string, url: URL, body: unknown, answer: Answer): boolean;
  /** Called after a change of a Pod. */
  noticed(pod: StoredPod): void;
}

/** The used fields of a Pod at its creation. */
export interface MadePod {
  metadata?: {
    name?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: {
      apiVersion: string;
      kind: string;
      name: string;
      uid: string;
      controller?: boolean;
      blockOwnerDeletion?: boolean;
    }[];
    deletionTimestamp?: Date;
  };
  spec?: unknown;
}
/** Labels and annotations to set. null removes one (RFC 7386). */
export type Changes = Record<"labels" | "annotations", Record<string, string | null>>;
export interface PodStatus {
  phase?: string;
  podIP?: string;
  conditions?: object[];
  containerStatuses?: object[];
}
/** A stored Pod, with the fields that the API server sets. */
export interface StoredPod extends MadePod {
  metadata: NonNullable<MadePod["metadata"]> & {
    name: string;
    uid: string;
    resourceVersion: string;
    creationTimestamp: Date;
  };
  status: PodStatus;
}
export interface DeleteOptions {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
}

const STEP_MS = 20;

/**
 * For tests without a cluster: Pods as an API server stores them, over HTTP, and a kubelet. Each Pod has a fake device
 * that answers ADB to holders of the key. Rejects unknown parts of the API.
 */
export class FakeCluster {
  readonly namespace = "terrarium-devices";
  readonly pods = new Map<string, StoredPod>();
  /** Each call, in the form `POST pods`. */
  readonly calls: string[] = [];
  /** Override for responses. Returns true if it responded. */
  onCall: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Status of a Pod's container instead of running. */
  onStart: () => PodStatus | undefined = () => undefined;
  resources: FakeResources = { groups: [], serve: () => false, noticed() {} };
  /** While its node is lost, a Pod does not change. */
  isNodeLost = false;
  readonly #history: { version: number; type: string; object: StoredPod }[] = [];
  readonly #watching = new Set<{ selector: string; response: ServerResponse }>();
  readonly #devices = new Map<string, SocketServer>();
  #version = 1;
  #server: Server | undefined;
  #port = 0;

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops the API. Running Pods continue. */
  async stopApi(): Promise<void> {
    const closed = this.#server && once(this.#server, "close");
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#watching.clear();
    await closed;
  }

  async stop(): Promise<void> {
    for (const device of this.#devices.values()) device.close();
    await this.stopApi();
  }

  writeKubeconfig(folder: string): string {
    const file = path.join(folder, "kubeconfig.json");
    const cluster = { server: `http://127.0.0.1:${this.#port}`, "insecure-skip-tls-verify": true };
    const config = {
      clusters: [{ name: "fake", cluster }],
      users: [{ name: "tests", user: { token: "secret" } }],
      contexts: [{ name: "fake", context: { cluster: "fake", user: "tests" } }],
      "current-context": "fake",
    };
    writeFileSync(file, JSON.stringify(config));
    return file;
  }

  /** Ends watches normally, as API servers do occasionally. */
  endWatches(): void {
    for (const { response } of this.#watching) response.end();
    this.#watching.clear();
  }

  /** Writes lines that are not events into watches. */
  sayNonsense(): void {
    for (const { response } of this.#watching) response.write("<html>\n[]\n");
  }

  /** Drops the history, so that watching clients must list again. */
  forgetHistory(): void {
    this.#version++;
    this.#history.length = 0;
  }

  /** Ends the Pod's program. */
  crash(name: string, terminated: object = { exitCode: 137, reason: "Error" }): void {
    this.#devices.get(name)?.close();
    this.change(name, { phase: "Failed", containerStatuses: [{ state: { terminated } }] });
  }

  /** Hangs the Pod's program, unnoticed by the cluster. */
  mute(name: string): void {
    this.#devices.get(name)?.close();
  }

  change(name: string, status: PodStatus, metadata: object = {}): void {
    const pod = this.pods.get(name);
    if (!pod) throw new Error(`there is no Pod ${name}`);
    this.#note("MODIFIED", {
      ...pod,
      status: { ...pod.status, ...status },
      metadata: { ...pod.metadata, ...metadata },
    });
  }

  podOf = (sandboxId: string): StoredPod | undefined =>
    [...this.pods.values()].find(({ metadata }) => metadata.labels?.["terrarium.dev/sandbox"] === sandboxId);

  /** Creates one, as another client would. */
  add(pod: MadePod): StoredPod {
    const metadata = {
      ...pod.metadata,
      name: pod.metadata?.name ?? "",
      uid: randomUUID(),
      resourceVersion: "",
      creationTimestamp: new Date(),
    };
    const stored = { ...pod, metadata, status: { phase: "Pending" } };
    return this.#note("ADDED", stored);
  }

  #note(type: string, pod: StoredPod): StoredPod {
    const object = { ...pod, metadata: { ...pod.metadata, resourceVersion: String(++this.#version) } };
    if (type === "DELETED") this.pods.delete(object.metadata.name);
    else this.pods.set(object.metadata.name, object);
    const event = { version: this.#version, type, object };
    this.#history.push(event);
    for (const { selector, response } of this.#watching) this.#send(response, selector, event);
    this.resources.noticed(object);
    return object;
  }

  #send(response: ServerResponse, selector: string, { type, object }: { type: string; object: StoredPod }): void {
    if (selects(selector, object)) response.write(`${JSON.stringify({ type, object })}\n`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://cluster");
    const [, name] =
      new RegExp(`^/api/v1/namespaces/${this.namespace}/pods(?:/([a-z0-9-]+))?$`).exec(url.pathname) ?? [];
    const what = url.pathname.startsWith("/api/") ? "pods" : url.pathname.split("/").at(name === undefined ? -1 : -2);
    this.calls.push(`${url.searchParams.has("watch") ? "WATCH" : request.method} ${what}`);
    if (this.onCall(request, response)) return;
    const answer = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const refuse = refuseBy(answer);
    if (url.pathname === "/apis") return answer(200, { kind: "APIGroupList", groups: this.resources.groups });
    const selector = url.searchParams.get("labelSelector") ?? "";
    if (request.method === "GET" && url.searchParams.get("watch") === "true") {
      const since = Number(url.searchParams.get("resourceVersion"));
      if (since < this.#version - this.#history.length) return refuse(410, "too old resource version");
      response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
      for (const event of this.#history) if (event.version > since) this.#send(response, selector, event);
      const watch = { selector, response };
      this.#watching.add(watch);
      response.on("close", () => this.#watching.delete(watch));
      return;
    }
    const body: unknown =
      request.method === "GET" ? {} : JSON.parse(Buffer.concat(await request.toArray()).toString() || "{}");
    if (this.resources.serve(request.method ?? "", url, body, answer)) return;
    if (!url.pathname.startsWith("/api/")) return refuse(404, "404 page not found");
    if (request.method === "GET" && name === undefined) {
      const items = [...this.pods.values()].filter((pod) => selects(selector, pod));
      return answer(200, { kind: "PodList", metadata: { resourceVersion: String(this.#version) }, items });
    }
    if (request.method === "POST") return this.create(body as MadePod, answer);
    const pod = this.pods.get(name ?? "");
    if (!pod) return refuse(404, `pods "${name}" not found`);
    if (request.method === "PATCH") {
      if (request.headers["content-type"] === "application/merge-patch+json") {
        const { metadata } = body as { metadata: Partial<Changes> & { uid?: string } };
        if (metadata.uid !== undefined && metadata.uid !== pod.metadata.uid) return refuse(409, "the uid is another's");
        return answer(200, this.merge(pod, metadata));
      }
      const patched = applyPatch(pod, body as never);
      return patched ? answer(200, this.#note("MODIFIED", patched)) : refuse(422, "the patch does not apply");
    }
    if (request.method === "DELETE") return this.delete(pod, body as DeleteOptions, answer);
    refuse(405, "not known here");
  }

  /** Merges changes like the real API. */
  merge(pod: StoredPod, { labels, annotations }: Partial<Changes>): StoredPod {
    const changed = (old: Record<string, string> = {}, changes: Record<string, string | null> = {}) =>
      Object.fromEntries(
        Object.entries({ ...old, ...changes }).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
      );
    const metadata = {
      ...pod.metadata,
      labels: changed(pod.metadata.labels, labels),
      annotations: changed(pod.metadata.annotations, annotations),
    };
    return this.#note("MODIFIED", { ...pod, metadata });
  }

  /** Creates a Pod like the real API. */
  create(pod: MadePod, answer: Answer): void {
    const refuse = refuseBy(answer);
    const name = pod.metadata?.name ?? "";
    if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return refuse(422, `Pod "${name}" is invalid`);
    if (this.pods.has(name)) return refuse(409, `pods "${name}" already exists`);
    const made = this.add(pod);
    answer(201, made);
    setTimeout(() => void this.#run(made), STEP_MS);
  }

  async #run({ metadata: { name, uid } }: StoredPod): Promise<void> {
    const pod = this.pods.get(name);
    if (this.isNodeLost || pod?.metadata.uid !== uid || pod.metadata.deletionTimestamp) return;
    const otherwise = this.onStart();
    if (otherwise) return this.change(name, otherwise);
    const now = () => (this.pods.get(name)?.metadata.uid === uid ? this.pods.get(name) : undefined);
    const { device, host: podIP } = await startPodDevice(() => now()?.metadata.annotations?.[KEY_ANNOTATION] ?? "");
    if (!now()) return void device.close();
    this.#devices.set(name, device);
    this.change(name, { phase: "Running", podIP, containerStatuses: [{ state: { running: {} } }] });
  }

  /** Deletes a Pod like the real API. */
  delete(pod: StoredPod, options: DeleteOptions, answer: Answer): void {
    const refuse = refuseBy(answer);
    const { name, uid } = pod.metadata;
    if (options.preconditions?.uid !== undefined && options.preconditions.uid !== uid)
      return refuse(409, "the uid is another's");
    if ((options.preconditions?.resourceVersion ?? pod.metadata.resourceVersion) !== pod.metadata.resourceVersion)
      return refuse(409, "it changed");
    const end = () => {
      this.#devices.get(name)?.close();
      this.#devices.delete(name);
      if (this.pods.get(name)?.metadata.uid === uid) this.#note("DELETED", pod);
    };
    if (options.gracePeriodSeconds === 0) end();
    else {
      this.change(name, {}, { deletionTimestamp: new Date() });
      if (!this.isNodeLost) setTimeout(end, STEP_MS);
    }
    answer(200, pod);
  }
}

export type Answer = (status: number, body: object) => void;

/** Responds with a failure in the form of such APIs. */
export const refuseBy = (answer: Answer) => (code: number, message: string) =>
  answer(code, { kind: "Status", code, message });

/** Whether a label selector matches. Supports only the used forms. */
export function selects(selector: string, { metadata }: Pick<MadePod, "metadata">): boolean {
  return selector
    .split(",")
    .filter(Boolean)
    .every((each) => {
      const [key = "", value = ""] = each.split("=");
      return metadata?.labels?.[key] === value;
    });
}

interface Operation {
  op: string;
  path: string;
  value: string;
}

/** Applies an RFC 6902 patch, as far as it is used. Returns undefined if a test operation fails. */
function applyPatch(pod: StoredPod, operations: readonly Operation[]): StoredPod | undefined {
  const copy = structuredClone(pod);
  for (const { op, path: pointer, value } of operations) {
    const keys = pointer
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop() ?? "";
    let at = copy as unknown as Record<string, Record<string, never>>;
    for (const key of keys) at = at[key] as never;
    if (op === "test" && String(at[last]) !== value) return undefined;
    if (op !== "test") at[last] = value as never;
  }
  return copy;
}
