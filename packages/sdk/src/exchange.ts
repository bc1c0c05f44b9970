import {
  type BodyInputOf,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  type ParamsOf,
  type QueryOf,
} from "@terrarium/contract/endpoint";
import type { ErrorBody } from "@terrarium/contract/error-body";
import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { FETCH_GIVES_UP_AFTER_MS, patient } from "./patient-fetch.ts";

/** A part of a call's input: optional if the endpoint has none or has defaults for all of it. */
type Part<Name extends string, Value> = undefined extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

/** Input of a call of the contract. */
export type CallInput<E extends Endpoint> = Part<"params", ParamsOf<E>> &
  Part<"body", BodyInputOf<E>> & {
    /** Undefined values are not sent. */
    query?: { [Name in keyof QueryOf<E>]?: QueryOf<E>[Name] | undefined };
    /** Default: the timeout in the contract, else 10 s. */
    timeoutMs?: number;
    /** For calls with idempotency: a repeated call with the same key takes effect once. */
    idempotencyKey?: string;
    /** Aborts the call. */
    signal?: AbortSignal | undefined;
  };

/** Input of a call, without the types of one endpoint. */
export interface AnyCallInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  timeoutMs?: number;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

/** Thrown when a call has no response within its timeout. */
export class LateAnswerError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number, cause: unknown) {
    super(`not answered within ${timeoutMs} ms`, { cause });
    this.timeoutMs = timeoutMs;
  }
}

/** Result of a call: the body of a 2xx response as returned by `read`, or the server's refusal. */
export type Answer<Body> =
  | { response: Response; body: Body }
  /** Undefined if the response is not an error of this API. */
  | { response: Response; refusal: ErrorBody | undefined };

export interface Sender<Body> {
  /** Address of the service, such as http://localhost:3000. Empty: the origin of the page. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Reads the body of a 2xx response. */
  read: (response: Response) => Promise<Body>;
  /**
   * Retries a call within its timeout if it changes nothing or has an idempotency key: once after a lost connection,
   * and after a 429 or 503 response with Retry-After.
   */
  sendsAgain?: boolean;
}

/** Longest delay of timers in JavaScript engines. A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Maximum number of attempts, including the first. */
const MOST_SENDS = 4;

/**
 * Sends a call of the contract. This is the client shared by console and SDK. Requires only `fetch` and timers of the
 * platform, and does not validate responses. Throws LateAnswerError after the timeout, the reason of `signal`, or the
 * error of `fetch` if there is no response.
 */
export async function exchange<Body>(
  endpoint: Endpoint,
  { params, query, body, idempotencyKey, signal, ...input }: AnyCallInput,
  { baseUrl, headers, read, sendsAgain = false }: Sender<Body>,
): Promise<Answer<Body>> {
  const timeoutMs = input.timeoutMs ?? endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS;
  const endsAtMs = Date.now() + timeoutMs;
  const abort = new AbortController();
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      abort.abort();
    },
    Math.min(timeoutMs, LONGEST_TIMER_MS),
  );
  const giveUp = () => abort.abort(signal?.reason);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  const isForm = endpoint.multipart === true && typeof FormData !== "undefined";
  // On platforms without FormData, as in the playground, text fields are sent as JSON.
  if (endpoint.multipart === true && !isForm) requireNoFiles(body);
  const send = async (): Promise<Answer<Body>> => {
    const response = await fetch(baseUrl + resolvePath(endpoint.path, params, query), {
      method: endpoint.method,
      headers: {
        accept: endpoint.contentType ?? "application/json",
        ...headers,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isForm ? formOf(body) : JSON.stringify(body) }),
      signal: abort.signal,
      ...(timeoutMs > FETCH_GIVES_UP_AFTER_MS ? patient() : {}),
    });
    return response.ok ? { response, body: await read(response) } : { response, refusal: await readRefusal(response) };
  };
  // After a lost connection it is unknown whether the call arrived. Repeating such a call takes effect only once.
  const isRepeatable = sendsAgain && (endpoint.method === "GET" || idempotencyKey !== undefined);
  try {
    return await (isRepeatable ? sendUntilAnswered(send, endsAtMs, abort.signal) : send());
  } catch (cause) {
    throw isLate ? new LateAnswerError(timeoutMs, cause) : cause;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

function requireNoFiles(body: unknown): void {
  if (Object.values(body ?? {}).some((value) => typeof value === "object"))
    throw new TypeError("FormData is missing here, and sending files needs it");
}

/** Returns form data. A field of several files has one part per file; a `File` is sent under its name. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}) as [string, unknown][])
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value])
      if (part instanceof Blob) form.append(name, part);
      else if (typeof part === "object" && part !== null) form.append(name, new Blob([requireBytes(part)]));
      else if (part !== undefined) form.append(name, String(part));
  return form;
}

/**
 * Returns content that is bytes. Throws TypeError for other objects; platforms would send those as "[object Object]".
 */
export function requireBytes(content: unknown): Blob | BufferSource {
  // Bytes may come from another realm, as in test runners, so `instanceof` does not work.
  const isBytes = ArrayBuffer.isView(content) || BYTES.test(Object.prototype.toString.call(content));
  if (!isBytes) throw new TypeError("Content must be text, a Uint8Array or a Blob");
  return content as Blob | BufferSource;
}

const BYTES = /^\[object (?:Blob|File|ArrayBuffer)\]$/;

async function sendUntilAnswered<Body>(
  send: () => Promise<Answer<Body>>,
  endsAtMs: number,
  signal: AbortSignal,
): Promise<Answer<Body>> {
  let wasLost = false;
  for (let sent = 1; ; sent++) {
    const answer = await send().catch((cause: unknown) => {
      if (wasLost || signal.aborted) throw cause;
      wasLost = true;
    });
    if (answer === undefined) continue;
    const { status } = answer.response;
    const waitMs = status === 429 || status === 503 ? retryAfterMs(answer.response) : undefined;
    if (waitMs === undefined || sent >= MOST_SENDS || Date.now() + waitMs >= endsAtMs) return answer;
    await pause(waitMs, signal);
  }
}

/** Returns the delay that the server requests in seconds (Retry-After: RFC 9110, 10.2.3), or undefined. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

/** Waits. Rejects with the signal's reason when the signal aborts. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      settle();
    };
    const giveUp = () => end(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => end(resolve), delayMs);
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted === true) giveUp();
  });
}

/** Returns the error body of a refused call, or undefined if the response is not from this API. */
export async function readRefusal(response: Response): Promise<ErrorBody | undefined> {
  const answer = parseJson(await response.text());
  return isErrorBody(answer) ? answer : undefined;
}

/** Parses JSON; returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function resolvePath(path: string, params: unknown, query: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const resolved = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${path} needs the parameter "${name}"`);
    return encodeURIComponent(String(value));
  });
  const search = Object.entries(query ?? {})
    .flatMap(([name, value]) => pairsOf(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return search.length === 0 ? resolved : `${resolved}?${search.join("&")}`;
}

/** Returns a query field as pairs: a list with commas, an object as `name[key]`, nothing for undefined values. */
function pairsOf(name: string, value: unknown): [name: string, value: unknown][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner]);
}

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  typeof value.code === "string" &&
  "message" in value &&
  typeof value.message === "string";
