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

/** A part of a call: optional where the endpoint takes none or has defaults for all of it. */
type Part<Name extends string, Value> = undefined extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

/** What a caller gives to a call of the contract. */
export type CallInput<E extends Endpoint> = Part<"params", ParamsOf<E>> &
  Part<"body", BodyInputOf<E>> & {
    /** Those that are undefined are not sent. */
    query?: { [Name in keyof QueryOf<E>]?: QueryOf<E>[Name] | undefined };
    /** Default: what the contract says of the call, else 10 s. */
    timeoutMs?: number;
    /** Of a call that takes one: sent again with the same key, it is done once. */
    idempotencyKey?: string;
    /** Gives the call up. */
    signal?: AbortSignal | undefined;
  };

/** The same without the types of one endpoint. */
export interface AnyCallInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  timeoutMs?: number;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

/** A call was not answered in time. */
export class LateAnswerError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number, cause: unknown) {
    super(`not answered within ${timeoutMs} ms`, { cause });
    this.timeoutMs = timeoutMs;
  }
}

/** What a call was answered: the body of a 2xx as `read` has it, or the server's refusal. */
export type Answer<Body> =
  | { response: Response; body: Body }
  /** Undefined: what was answered is not an error of the API's. */
  | { response: Response; refusal: ErrorBody | undefined };

export interface Sender<Body> {
  /** Where the service answers, such as http://localhost:3000; empty: where the page comes from. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Takes the body of a 2xx off the wire. */
  read: (response: Response) => Promise<Body>;
  /**
   * Sends a call that changes nothing, or has an idempotency key, again within its time: once if its connection is lost,
   * and when the server says that it is to be tried later (429 or 503 with Retry-After).
   */
  sendsAgain?: boolean;
}

/** What engines count timers with; a longer one would be over at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** How often a call is sent at most, the first time included. */
const MOST_SENDS = 4;

/**
 * Sends a call of the contract: the one client that console and SDK have in common. Needs nothing of its platform but
 * `fetch` and timers, and checks no answer. Throws LateAnswerError after the call's time, the reason of `signal`, or what
 * `fetch` says when there is no answer.
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
  // Where there are no forms, as in the playground, texts alone go as JSON.
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
  // Such a call may have arrived or not: it is done once, however often it is sent.
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
    throw new TypeError("There is no FormData here to send files in");
}

/** A field of several files has a part for each; a `File` is sent under its name. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}) as [string, unknown][])
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value])
      if (part instanceof Blob) form.append(name, part);
      else if (typeof part === "object" && part !== null) form.append(name, new Blob([requireBytes(part)]));
      else if (part !== undefined) form.append(name, String(part));
  return form;
}

/** Returns content that is bytes. Throws TypeError for other objects, which platforms would send as "[object Object]". */
export function requireBytes(content: unknown): Blob | BufferSource {
  // Bytes may come from another realm, as in test runners, so `instanceof` does not tell.
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

/** How long the server asks to wait, where it says so in seconds (RFC 9110, 10.2.3). */
export function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

/** Waits. Rejects with the signal's reason when that aborts. */
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

/** What the server says of a call that it refused, unless it is not this API that answered. */
export async function readRefusal(response: Response): Promise<ErrorBody | undefined> {
  const answer = parseJson(await response.text());
  return isErrorBody(answer) ? answer : undefined;
}

/** The value that a text of JSON stands for; undefined if it is none. */
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

/** A query's field as it is written: a list with commas, an object as `name[key]`, nothing that is undefined. */
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
