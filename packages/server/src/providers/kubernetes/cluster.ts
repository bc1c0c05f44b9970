import { ApiException, PatchStrategy, setHeaderOptions, type V1Pod } from "@kubernetes/client-node";
import { z } from "zod";
import { AppError } from "../../base/app-error.ts";
import type { ClusterConnection } from "./connection.ts";
import { readPod, selectorOf, type DevicePod } from "./pod.ts";

const NOT_FOUND = 404;
const CONFLICT = 409;
const INVALID = 422;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
/** After a call that nobody answered the next ones fail at once for this long. */
const AWAY_MS = 2_000;
const MOST_WORDS = 500;

/** The cluster refused to make a Pod, or there is one of this name. */
export class PodRefusedError extends Error {
  override readonly name = "PodRefusedError";
  readonly isTaken: boolean;

  constructor(status: number, detail: string) {
    super(`the cluster refused its Pod: ${detail}`);
    this.isTaken = status === CONFLICT;
  }
}

/** What is done to Pods of one installation. Each throws provider_unavailable if the cluster's API cannot be used. */
export interface Cluster {
  /** Whether its API can be used. */
  ping(): Promise<void>;
  /** All of them, or those of a sandbox. */
  list(sandboxId?: string): Promise<DevicePod[]>;
  /** Throws PodRefusedError. */
  create(body: V1Pod): Promise<DevicePod>;
  /** Whether it was there and as the patch tests it (RFC 6902). */
  patch(name: string, operations: object[]): Promise<boolean>;
  /** Begins its end, or removes it whatever has become of its node. One of the same name is left alone. */
  remove(pod: Pick<DevicePod, "name" | "uid">, how?: { byForce: boolean }): Promise<void>;
  /** Begins its end unless it changed since it was seen: somebody may have claimed it. */
  removeAsSeen(pod: Pick<DevicePod, "name" | "uid" | "version">): Promise<"removed" | "changed">;
}

interface ClusterOptions {
  /** By which the caller knows the provider. */
  provider: string;
  connection: ClusterConnection;
  namespace: string;
  installId: string;
}

export function createCluster({ provider, connection, namespace, installId }: ClusterOptions): Cluster {
  const { api } = connection;
  let away: { detail: string; until: number } | undefined;

  const unavailable = (detail: string, cause?: unknown) =>
    new AppError("provider_unavailable", { provider, detail }, { cause });

  /** Statuses that the caller deals with come back as they are. */
  async function call<Answer>(
    ask: () => Promise<Answer>,
    accept: readonly number[],
  ): Promise<Answer | ApiException<unknown>> {
    if (away && performance.now() < away.until) throw unavailable(away.detail);
    try {
      const answer = await ask();
      away = undefined;
      return answer;
    } catch (error) {
      if (!(error instanceof ApiException)) {
        const detail = wordsOf(error);
        away = { detail, until: performance.now() + AWAY_MS };
        throw unavailable(detail, error);
      }
      if (accept.includes(error.code)) return error;
      throw unavailable(`its cluster refused with ${error.code}: ${messageOf(error)}`, error);
    }
  }

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
      const accept = [BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, INVALID];
      const answer = await call(() => api.createNamespacedPod({ namespace, body }), accept);
      if (answer instanceof ApiException) throw new PodRefusedError(answer.code, messageOf(answer));
      return toPod(answer);
    },

    async patch(name, operations) {
      const asJsonPatch = setHeaderOptions("Content-Type", PatchStrategy.JsonPatch);
      const ask = () => api.patchNamespacedPod({ name, namespace, body: operations }, asJsonPatch);
      return !((await call(ask, [NOT_FOUND, CONFLICT, INVALID])) instanceof ApiException);
    },

    async removeAsSeen({ name, uid, version }) {
      const body = { preconditions: { uid, resourceVersion: version } };
      const answer = await call(() => api.deleteNamespacedPod({ name, namespace, body }), [NOT_FOUND, CONFLICT]);
      return answer instanceof ApiException && answer.code === CONFLICT ? "changed" : "removed";
    },

    async remove({ name, uid }, { byForce } = { byForce: false }) {
      const body = { preconditions: { uid }, ...(byForce && { gracePeriodSeconds: 0 }) };
      await call(() => api.deleteNamespacedPod({ name, namespace, body }), [NOT_FOUND, CONFLICT]);
    },
  };
}

/** What people are told: without addresses, which are the operator's own. */
function wordsOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if (at.name === "TimeoutError") return "its cluster did not answer in time";
    if ("code" in at && (at.code === "ECONNREFUSED" || at.code === "EHOSTUNREACH" || at.code === "ENETUNREACH"))
      return "its cluster takes no connections";
  }
  return "the connection to its cluster broke";
}

/** What the API server says of a failure (Kubernetes API, meta/v1, Status). */
const Status = z.object({ message: z.string() });

function messageOf({ body }: ApiException<unknown>): string {
  const parsed = Status.safeParse(typeof body === "string" ? readJson(body) : body);
  return (parsed.success ? parsed.data.message : String(body)).slice(0, MOST_WORDS).trim();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
