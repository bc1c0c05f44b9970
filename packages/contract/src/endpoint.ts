import type { z } from "zod";
import type { BoxRight } from "./box-rights.ts";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scope.ts";

/**
 * Callers that an endpoint accepts: anyone; a signed-in user (session token); or a user or a program (session token or
 * API key). Both tokens are sent as `Authorization: Bearer …`.
 */
export type Access = "public" | "session" | "session-or-api-key";

/** One HTTP call, shared by the server, the clients and the OpenAPI document. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  /** Unique name, also the operationId of the OpenAPI document. */
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` for its parameters. */
  path: string;
  access: A;
  /** Scope required of an API key, where it does not follow from method and name (`scopeOf`). */
  scope?: Scope;
  /** Right required of a box token (`rightOf`). Default: the widest. */
  right?: BoxRight;
  summary: string;
  /** Behavior beyond the summary, in sentences of Markdown. */
  description?: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Whether the body is multipart/form-data with these fields. Files are parts of their own. */
  multipart?: boolean;
  /** Body of a 200 response. */
  response: Response;
  /** Media type of the response body, if it is not JSON. */
  contentType?: string;
  /** Timeout of clients for this call. Default: REQUEST_TIMEOUT_MS (contract/limits). */
  timeoutMs?: number;
  /**
   * Whether unknown fields of query and body are ignored instead of rejected. Third-party clients may send more fields
   * than we know.
   */
  ignoresUnknownFields?: boolean;
  /**
   * Whether the call accepts the header Idempotency-Key. The same key from the same caller gets the same response
   * again.
   */
  takesIdempotencyKey?: boolean;
  /** Errors in addition to those implied by access and input. */
  errors?: readonly ErrorCode[];
  /** Whether the error message is repeated under `error`, where clients of another protocol look for it. */
  nestsError?: boolean;
  /** Whether the call changes the team's state, where that does not follow from method and name (`isChange`). */
  changesState?: boolean;
}

/** Returns true for GET, and for POST calls with a reading verb at the start of their name. */
const reads = ({ method, name }: Pick<Endpoint, "method" | "name">): boolean =>
  method === "GET" || /^(get|list|export|download)[A-Z]/.test(name);

/** Returns whether calls of the endpoint are recorded in the audit log. */
export const isChange = (endpoint: Pick<Endpoint, "changesState" | "method" | "name">): boolean =>
  endpoint.changesState ?? !reads(endpoint);

/**
 * Returns the scope that a call requires. Default: `read` for reading calls, `drive` for calls that change a device but
 * not the team, and `manage` for all others.
 */
export function scopeOf(endpoint: Pick<Endpoint, "scope" | "changesState" | "method" | "name">): Scope {
  if (reads(endpoint)) return endpoint.scope ?? "read";
  return endpoint.scope ?? (endpoint.changesState === false ? "drive" : "manage");
}

/** Returns the right with which a box token may make a call. A call that declares none takes the widest. */
export const rightOf = ({ right }: Pick<Endpoint, "right">): BoxRight => right ?? "shell";

/**
 * Header for a key that the client chooses, so that a request takes effect only once. The key has visible ASCII
 * characters.
 */
export const IDEMPOTENCY_HEADER = "idempotency-key";
/** Header set to "true" on a replayed response. */
export const REPLAYED_HEADER = "idempotency-replayed";

/** Declares an endpoint and keeps the exact types of its schemas. */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUnknown,
  A extends Access = Access,
>(endpoint: Endpoint<Params, Query, Body, Response, A>): Endpoint<Params, Query, Body, Response, A> {
  return endpoint;
}

/** Parsed path parameters, query and body, as a handler receives them. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
/** Body as a caller writes it. Fields with defaults are optional. */
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
