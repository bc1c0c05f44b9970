import { ApiException } from "@kubernetes/client-node";
import { cutText } from "@terrarium/adb/cut-text";
import { z } from "zod";
import { AppError } from "../../base/app-error.ts";

const BAD_REQUEST = 400;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const CONFLICT = 409;
export const INVALID = 422;
/** What is answered to who wants to make something that may not be. */
export const REFUSALS: readonly number[] = [BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, INVALID];
/** After a call that nobody answered the next ones fail at once for this long. */
const AWAY_MS = 2_000;
const MOST_WORDS = 500;

/** The cluster refused to make a Pod, or there is something of its name. */
export class PodRefusedError extends Error {
  override readonly name = "PodRefusedError";
  readonly isTaken: boolean;

  constructor(detail: string, isTaken = false) {
    super(`the cluster refused its Pod: ${detail}`);
    this.isTaken = isTaken;
  }
}

/** What one of REFUSALS says. */
export const refusalOf = (answer: ApiException<unknown>): PodRefusedError =>
  new PodRefusedError(messageOf(answer), answer.code === CONFLICT);

/** Calls of a cluster's API, whatever they are about. */
export interface ClusterCalls {
  /** Statuses that the caller deals with come back as they are. Throws provider_unavailable for all others. */
  call: <Answer>(ask: () => Promise<Answer>, accept: readonly number[]) => Promise<Answer | ApiException<unknown>>;
  /** The error that says that the cluster's API cannot be used. */
  unavailable: (detail: string, cause?: unknown) => AppError;
}

/** `provider`: by which the caller knows it. */
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

/** What the API server says of a failure. */
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
