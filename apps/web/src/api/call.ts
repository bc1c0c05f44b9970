import { type BodyInputOf, type Endpoint, IDEMPOTENCY_HEADER, type ResponseOf } from "@terrarium/contract/endpoint";
import { ErrorBody, type ErrorCode } from "@terrarium/contract/errors";
import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { z } from "zod";
import { t } from "../language/text.ts";
import { forgetSession, noteLostTeam, useSession } from "../session/store.ts";
import { toast } from "../ui/toast.ts";
import { ApiError, ConnectionError } from "./api-error.ts";
import { readAnswer } from "./read-answer.ts";

/** The server's code for a team that is gone, or that the user does not belong to. */
const TEAM_LOST = "organization_not_found" satisfies ErrorCode;

type Values = Record<string, string | number | boolean | undefined>;

export interface CallInput<E> {
  /** Values for the `{name}` parts of the path. */
  params?: Record<string, string>;
  query?: Values;
  body?: BodyInputOf<E>;
  /** Of a call that takes one: sent again with the same key, it is done once. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

function addressOf(path: string, params: Record<string, string>, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs the parameter "${name}"`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** The team that a request is about, if it names one. */
const organizationOf = (body: unknown, query: Values): unknown =>
  typeof body === "object" && body !== null && "organizationId" in body ? body.organizationId : query.organizationId;

function connectionError(error: unknown, signal: AbortSignal | undefined, timeoutMs: number): unknown {
  if (signal?.aborted === true) return error;
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new ConnectionError(
      "timeout",
      t("The server did not answer within {seconds} s", { seconds: timeoutMs / 1000 }),
      error,
    );
  if (!navigator.onLine) return new ConnectionError("offline", t("Network Error: this computer is offline"), error);
  return new ConnectionError("refused", t("The server could not be reached"), error);
}

/** The error that an answer other than 2xx stands for. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const requestId = response.headers.get("x-request-id") ?? undefined;
  try {
    const { code, message } = ErrorBody.parse(JSON.parse(text));
    return new ApiError(response.status, code, message, requestId);
  } catch {
    return new ApiError(
      response.status,
      "unknown",
      t("The server answered {status}", { status: `${response.status} ${response.statusText}`.trim() }),
      requestId,
    );
  }
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
 * Makes a call of the contract and reads its answer. The call is given up after the contract's time. Throws ApiError,
 * ConnectionError, what `read` throws if the answer has another form (SyntaxError: it is not JSON), or the reason of
 * `signal`. A 401 ends the session; a team that the user no longer belongs to is noted.
 */
async function ask<Result>(
  endpoint: Endpoint,
  { params = {}, query = {}, body, idempotencyKey, signal }: CallInput<Endpoint>,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const sent = authorization();
  const request: RequestInit = {
    method: endpoint.method,
    headers: {
      ...sent,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  try {
    const response = await fetch(addressOf(endpoint.path, params, query), request);
    if (!response.ok) throw await errorOf(response);
    return await read(response);
  } catch (error) {
    if (error instanceof ApiError && error.code === TEAM_LOST) noteLostTeam(organizationOf(body, query));
    if (error instanceof ApiError && error.status === 401 && endpoint.access !== "public") forgetRefusedSession(sent);
    // What the server answered is not JSON: it could be reached all the same.
    if (error instanceof ApiError || error instanceof z.ZodError || error instanceof SyntaxError) throw error;
    throw connectionError(error, signal, timeoutMs);
  }
}

/** Makes a call of the contract and returns its answer, read by `readAnswer`. Throws as `ask` does, or ZodError. */
export const call = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ResponseOf<E>> =>
  ask(endpoint, input, async (response) => readAnswer(endpoint, await response.json()) as ResponseOf<E>);

/** Makes a call whose answer is a file, and returns its bytes. Throws as `ask` does. */
export const callForFile = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Blob> =>
  ask(endpoint, input, (response) => response.blob());
