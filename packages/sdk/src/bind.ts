import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { parseDurationMs } from "@terrarium/contract/parse-duration";
import type { HttpClient } from "./http-client.ts";

/** What any call takes beside its input. */
export interface CallOptions {
  /** Gives the call up, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Default: what the contract says of the call, and as much longer as the input asks for. */
  timeoutMs?: number;
  /** Of a call that takes one: sent again with the same key, it is done once. Default: a new one. */
  idempotencyKey?: string;
}

/** The parameters of a path that are known already, such as the box that a method belongs to. */
type Known = "boxId";

type Named<E> = Omit<Exclude<ParamsOf<E>, undefined>, Known>;
type Fields<Part> = [Part] extends [undefined] ? unknown : Exclude<Part, undefined>;
type Sent<E> = [BodyInputOf<E>] extends [undefined] ? Partial<Fields<QueryOf<E>>> : Fields<BodyInputOf<E>>;
/** What a method takes: parameters of the path, and the fields of the body or of the query, in one object. */
export type InputOf<E> = Named<E> & Sent<E>;

/** What is no JSON has no schema: it is answered as bytes. */
type AnswerOf<E> = unknown extends ResponseOf<E> ? Uint8Array : ResponseOf<E>;

export type Method<E extends Endpoint> =
  object extends InputOf<E>
    ? (input?: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>
    : (input: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>;

/** Calls of the contract by the names of the methods that make them. */
export type CallTable = Readonly<Record<string, Endpoint>>;
export type Methods<Table extends CallTable> = { readonly [Name in keyof Table]: Method<Table[Name]> };

/** The methods of a table, of which those parameters of the path are known. */
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

/** Sorts an input into what the path names, and the rest, which is the body or the query. */
export function splitInput(endpoint: Endpoint, input: Readonly<Record<string, unknown>>) {
  const names = new Set(Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  const params = Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  return endpoint.body === undefined ? { params, query: rest } : { params, body: rest };
}

/** What is asked for with a duration of its own takes that long, and the usual time beside. */
export function waiting(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): { timeoutMs?: number } {
  const given = ["timeout", "duration"].map((name) => input[name]).filter((value) => typeof value === "string");
  if (given.length === 0) return {};
  const askedMs = given.reduce((sum, text) => sum + parseDurationMs(text), REQUEST_TIMEOUT_MS);
  return { timeoutMs: Math.max(askedMs, endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS) };
}
