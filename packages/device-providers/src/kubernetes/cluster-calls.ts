import { ApiException } from "@kubernetes/client-node";
import { cutText } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import { z } from "zod";

const BAD_REQUEST = 400;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const CONFLICT = 409;
export const INVALID = 422;
/** Statuses of refused creations. */
export const REFUSALS: readonly number[] = [BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, INVALID];
/** Time after a call without an answer during which calls fail at once. */
const AWAY_MS = 2_000;
const MOST_WORDS = 500;

/** The cluster refused to create a Pod, or its name is taken. */
export class PodRefusedError extends Error {
  override readonly name = "PodRefusedError";
  readonly isTaken: boolean;

  constructor(detail: string, isTaken = false) {
    super(`the cluster refused its Pod: ${detail}`);
    this.isTaken = isTaken;
  }
}

/** Returns the error for an answer of REFUSALS. */
export const refusalOf = (answer: ApiException<unknown>): PodRefusedError =>
  new PodRefusedError(messageOf(answer), answer.code === CONFLICT);

/** Calls of a cluster's API. */
export interface ClusterCalls {
  /** Returns the answer, also with an accepted error status. Throws provider_unavailable for other errors. */
  call: <Answer>(ask: () => Promise<Answer>, accept: readonly number[]) => Promise<Answer | ApiException<unknown>>;
  /** Returns the error for an unusable cluster API. */
  unavailable: (detail: string, cause?: unknown) => AppError;
}

/** Creates calls; `provider` is the provider's name, for errors. */
export function createClusterCalls(provider: string): ClusterCalls {
  let away: { detail: string; until: number } | undefined;

  const unavailable = (detail: string, cause?: unknown) =>
    new AppError("provider_unavailable", { provider, detail }, { cause });

  return {
    unavailable,
    async call(ask, accept) {
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
    },
  };
}

/** Returns the user-visible cause, without addresses of the operator. */
function wordsOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if (at.name === "TimeoutError") return "its cluster did not answer in time";
    if ("code" in at && (at.code === "ECONNREFUSED" || at.code === "EHOSTUNREACH" || at.code === "ENETUNREACH"))
      return "its cluster takes no connections";
  }
  return "the connection to its cluster broke";
}

/** The message of a failure of the API server (Kubernetes API, meta/v1, Status). */
const Status = z.object({ message: z.string() });

/** Returns the API server's message of a failure. */
export function messageOf({ body }: ApiException<unknown>): string {
  const parsed = Status.safeParse(typeof body === "string" ? readJson(body) : body);
  return cutText(parsed.success ? parsed.data.message : String(body), MOST_WORDS).trim();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
