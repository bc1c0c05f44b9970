import type { Endpoint, ResponseOf } from "@terrarium/contract/endpoint";
import type { ErrorBody } from "@terrarium/contract/error-body";
import type { ErrorCode } from "@terrarium/contract/errors";
import { type AnyCallInput, type CallInput, exchange, LateAnswerError, readRefusal } from "@terrarium/sdk/exchange";
import { t } from "../language/text.ts";
import { noteServerTime } from "../session/server-clock.ts";
import { forgetSession, noteLostTeam, useSession } from "../session/store.ts";
import { toast } from "../ui/toast.ts";
import { ApiError, ConnectionError } from "./api-error.ts";

/** The server's error code for a deleted team or a team the user does not belong to. */
const TEAM_LOST = "organization_not_found" satisfies ErrorCode;

/** Returns the team id in a request, if any. */
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

/** Returns the error for a response other than 2xx. */
export const errorOf = async (response: Response): Promise<ApiError> =>
  refusalOf(response, await readRefusal(response));

function refusalOf({ status, statusText, headers }: Response, refusal: ErrorBody | undefined): ApiError {
  const requestId = headers.get("x-request-id") ?? undefined;
  if (refusal) return new ApiError(status, refusal.code, refusal.message, requestId);
  const told = t("The server returned status {status}", { status: `${status} ${statusText}`.trim() });
  return new ApiError(status, "unknown", told, requestId);
}

/** Returns the authorization header, or no header while signed out. */
export const authorization = (): Record<string, string> => {
  const { token } = useSession.getState();
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

/** Ends the session of a refused request, unless a newer session has started. */
export function forgetRefusedSession(sent: Record<string, string>): void {
  if (sent.authorization === undefined || sent.authorization !== authorization().authorization) return;
  forgetSession("unauthorized");
  toast.error(t("Your session has ended. Sign in again."));
}

/**
 * Makes a call of the contract, with the contract's timeout. Throws ApiError, ConnectionError, or the reason of the
 * input's `signal`. A 401 ends the session. Records a team that the user no longer belongs to.
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

/** The input, optional if the call needs none. */
type Given<E extends Endpoint> = Record<string, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>];

/**
 * Makes a call of the contract and returns the response without validating it: it comes from the server that sent this
 * page (docs/internals/decisions/0095). Throws the errors of `ask`, or SyntaxError if the response is not JSON.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Given<E>): Promise<ResponseOf<E>> {
  const text = await ask(endpoint, input ?? {}, (response) => response.text());
  return JSON.parse(text) as ResponseOf<E>;
}

/** Makes a call with a file as response and returns its bytes. Throws the errors of `ask`. */
export const callForFile = <E extends Endpoint>(endpoint: E, ...[input]: Given<E>): Promise<Blob> =>
  ask(endpoint, input ?? {}, (response) => response.blob());
