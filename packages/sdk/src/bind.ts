import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { parseDurationMs } from "@terrarium/contract/parse-duration";
import type { HttpClient } from "./http-client.ts";

/** Options that every call accepts in addition to its input. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Default: the timeout in the contract, extended by the duration in the input. */
  timeoutMs?: number;
  /** For calls with idempotency: a repeated call with the same key takes effect once. Default: a new key. */
  idempotencyKey?: string;
}

/** Path parameters with known values, such as the box of a method. */
type Known = "boxId";

type Named<E> = Omit<Exclude<ParamsOf<E>, undefined>, Known>;
type Fields<Part> = [Part] extends [undefined] ? unknown : Exclude<Part, undefined>;
type Sent<E> = [BodyInputOf<E>] extends [undefined] ? Partial<Fields<QueryOf<E>>> : Fields<BodyInputOf<E>>;
/** Input of a method: the path parameters and the fields of the body or query, in one object. */
export type InputOf<E> = Named<E> & Sent<E>;

/** Responses that are not JSON have no schema and are returned as bytes. */
type AnswerOf<E> = unknown extends ResponseOf<E> ? Uint8Array : ResponseOf<E>;

export type Method<E extends Endpoint> =
  object extends InputOf<E>
    ? (input?: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>
    : (input: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>;

/** Calls of the contract, by method name. */
export type CallTable = Readonly<Record<string, Endpoint>>;
export type Methods<Table extends CallTable> = { readonly [Name in keyof Table]: Method<Table[Name]> };

/** Returns the methods of a table, with these path parameters filled in. */
export function bindCalls<Table extends CallTable>(
  http: HttpClient,
  table: Table,
  known: { boxId: string },
): Methods<Table> {
  const methods = Object.entries(table).map(([name, endpoint]) => [
    name,
    async (input: Record<string, unknown> = {}, options: CallOptions = {}) =>
      http.call(endpoint, { ...splitInput(endpoint, { ...input, ...known }), ...waiting(endpoint, input), ...options }),
  ]);
  return Object.fromEntries(methods) as Methods<Table>;
}

/** Splits an input into the path parameters and the rest, which is the body or the query. */
export function splitInput(endpoint: Endpoint, input: Readonly<Record<string, unknown>>) {
  const names = new Set(Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  const params = Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  return endpoint.body === undefined ? { params, query: rest } : { params, body: rest };
}

/** Returns the timeout of an input with a duration of its own: that duration plus the usual timeout. */
export function waiting(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): { timeoutMs?: number } {
  const given = ["timeout", "duration"].map((name) => input[name]).filter((value) => typeof value === "string");
  if (given.length === 0) return {};
  const askedMs = given.reduce((sum, text) => sum + parseDurationMs(text), REQUEST_TIMEOUT_MS);
  return { timeoutMs: Math.max(askedMs, endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS) };
}
