import type { Endpoint, ResponseOf } from "@terrarium/contract/endpoint";
import type { ErrorBody } from "@terrarium/contract/error-body";
import type { ErrorCode } from "@terrarium/contract/errors";
import { type AnyCallInput, type CallInput, exchange, LateAnswerError, readRefusal } from "@terrarium/sdk/exchange";
import { t } from "../language/text.ts";
import { noteServerTime } from "../session/server-clock.ts";
import { forgetSession, noteLostTeam, useSession } from "../session/store.ts";
import { toast } from "../ui/toast.ts";
import { ApiError, ConnectionError } from "./api-error.ts";

/** The server's code for a team that is gone, or that the user does not belong to. */
const TEAM_LOST = "organization_not_found" satisfies ErrorCode;

/** The team that a request is about, if it names one. */
const organizationOf = ({ body, query }: AnyCallInput): unknown =>
  [body, query]
    .map((part) => (part instanceof Object && "organizationId" in part ? part.organizationId : undefined))
    .find((id) => id !== undefined);

function connectionError(error: unknown): ConnectionError {
  if (error instanceof LateAnswerError) {
    const told = t("The server did not answer within {seconds} s", { seconds: error.timeoutMs / 1000 });
    return new ConnectionError("timeout", told, error);
  }
  if (!navigator.onLine) return new ConnectionError("offline", t("Network Error: this computer is offline"), error);
  return new ConnectionError("refused", t("The server could not be reached"), error);
}

/** The error that an answer other than 2xx stands for. */
export const errorOf = async (response: Response): Promise<ApiError> =>
  refusalOf(response, await readRefusal(response));

function refusalOf({ status, statusText, headers }: Response, refusal: ErrorBody | undefined): ApiError {
  const requestId = headers.get("x-request-id") ?? undefined;
  if (refusal) return new ApiError(status, refusal.code, refusal.message, requestId);
  const told = t("The server returned status {status}", { status: `${status} ${statusText}`.trim() });
  return new ApiError(status, "unknown", told, requestId);
}

/** The header that says who asks; none while nobody is signed in. */
export const authorization = (): Record<string, string> => {
  const { token } = useSession.getState();
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

/** Forgets the session that a refused request was made with, unless another one has begun meanwhile. */
export function forgetRefusedSession(sent: Record<string, string>): void {
  if (sent.authorization === undefined || sent.authorization !== authorization().authorization) return;
  forgetSession("unauthorized");
  toast.error(t("Your session has ended. Sign in again."));
}

/**
 * Makes a call of the contract. The call is given up after the contract's time. Throws ApiError, ConnectionError, or the
 * reason of the input's `signal`. A 401 ends the session; a team that the user no longer belongs to is noted.
 */
async function ask<Body>(
  endpoint: Endpoint,
  input: AnyCallInput,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  const sent = authorization();
  const answer = await exchange(endpoint, input, { baseUrl: "", headers: sent, read }).catch((error: unknown) => {
    throw input.signal?.aborted === true ? error : connectionError(error);
  });
  noteServerTime(answer.response);
  if ("body" in answer) return answer.body;
  const error = refusalOf(answer.response, answer.refusal);
  if (error.code === TEAM_LOST) noteLostTeam(organizationOf(input));
  if (error.status === 401 && endpoint.access !== "public") forgetRefusedSession(sent);
  throw error;
}

/** Optional where nothing has to be said. */
type Given<E extends Endpoint> = Record<string, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>];

/**
 * Makes a call of the contract and returns its answer, which is taken for what the contract says: it comes from the
 * server that sent this page (docs/internals/decisions/0095). Throws as `ask` does, or SyntaxError if the answer is not JSON.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Given<E>): Promise<ResponseOf<E>> {
  const text = await ask(endpoint, input ?? {}, (response) => response.text());
  return JSON.parse(text) as ResponseOf<E>;
}

/** Makes a call whose answer is a file, and returns its bytes. Throws as `ask` does. */
export const callForFile = <E extends Endpoint>(endpoint: E, ...[input]: Given<E>): Promise<Blob> =>
  ask(endpoint, input ?? {}, (response) => response.blob());
