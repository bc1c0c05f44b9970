import type { z } from "zod";
import type { BoxRight } from "./box-rights.ts";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scope.ts";

/**
 * Who may call an endpoint: anyone; a signed-in user (session token); or a program as well (session token or API key,
 * both as `Authorization: Bearer …`).
 */
export type Access = "public" | "session" | "session-or-api-key";

/** One HTTP call: what the server serves, the clients call and the OpenAPI document describes. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  /** Unique; the operationId of the OpenAPI document. */
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` for parameters. */
  path: string;
  access: A;
  /** What an API key must be allowed to do, where that does not follow from method and name (`scopeOf`). */
  scope?: Scope;
  /** The right with which a box token may make the call (`rightOf`). Default: the widest. */
  right?: BoxRight;
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Whether the body is multipart/form-data, with these fields: texts, and files as parts of their own. */
  multipart?: boolean;
  /** Body of a 200 answer. */
  response: Response;
  /** Media type of that body, where it is not JSON. */
  contentType?: string;
  /** How long clients wait for the answer; default REQUEST_TIMEOUT_MS (contract/limits). */
  timeoutMs?: number;
  /** Whether unknown fields of query and body are ignored, not refused: clients of others may send more than we know. */
  ignoresUnknownFields?: boolean;
  /** Whether it takes the header Idempotency-Key: the same key from the same caller gets the same answer again. */
  takesIdempotencyKey?: boolean;
  /** Errors that it may answer besides those that follow from who may call and what it takes. */
  errors?: readonly ErrorCode[];
  /** Whether the message of a failure stands under `error` as well, where clients of another protocol look for it. */
  nestsError?: boolean;
  /** Whether it changes something of a team's, where that does not follow from method and name (`isChange`). */
  changesState?: boolean;
}

/** GET reads, and so does POST under a name that says so. */
const reads = ({ method, name }: Pick<Endpoint, "method" | "name">): boolean =>
  method === "GET" || /^(get|list|export|download)[A-Z]/.test(name);

/** Whether calls stand in the audit log. */
export const isChange = (endpoint: Pick<Endpoint, "changesState" | "method" | "name">): boolean =>
  endpoint.changesState ?? !reads(endpoint);

/**
 * The scope that a call needs: as declared, or else `read` where it reads, `drive` where what it changes is not the
 * team's but a device's, and `manage` for everything else.
 */
export function scopeOf(endpoint: Pick<Endpoint, "scope" | "changesState" | "method" | "name">): Scope {
  if (reads(endpoint)) return endpoint.scope ?? "read";
  return endpoint.scope ?? (endpoint.changesState === false ? "drive" : "manage");
}

/** A key of the client's own choice for one thing that it wants done once: visible characters of ASCII. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
/** Set to "true" on an answer that was given before. */
export const REPLAYED_HEADER = "idempotency-replayed";

/** Declares an endpoint, keeping the exact types of its schemas. */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUnknown,
  A extends Access = Access,
>(endpoint: Endpoint<Params, Query, Body, Response, A>): Endpoint<Params, Query, Body, Response, A> {
  return endpoint;
}

/** The parsed path parameters, query and body that a handler receives. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
/** The body as a caller writes it: fields with defaults may be left out. */
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type ResponseOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
