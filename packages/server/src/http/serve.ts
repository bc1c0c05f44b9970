import {
  type Access,
  type BodyOf,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  rightOf,
  scopeOf,
} from "@terrarium/contract/endpoint";
import { ErrorBody } from "@terrarium/contract/error-body";
import { IDEMPOTENCY_KEY, type RateLimitName } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, heldBy, requireScope, type SessionCaller } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { z } from "zod";
import { readBearerToken } from "./authenticate.ts";
import { refuseUndeclared } from "./undeclared-fields.ts";

type CallerOf<E extends Endpoint> = E["access"] extends "public"
  ? undefined
  : E["access"] extends "session"
    ? SessionCaller
    : Caller;

/** Input of a handler, already validated and with the caller authenticated as the endpoint requires. */
interface HandlerInput<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: CallerOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<ResponseOf<E>> | ResponseOf<E>;

export interface ServeOptions {
  /** Rate limit per minute that the call counts towards. */
  limit?: RateLimitName;
}

const IdempotencyHeaders = z.object({
  [IDEMPOTENCY_HEADER]: z
    .string()
    .max(IDEMPOTENCY_KEY.maxChars)
    .regex(/^[\x21-\x7e]+$/, "must be visible characters of ASCII")
    .optional()
    .describe("The same key from the same caller within a day gets the same answer again, instead of a second result"),
});

/** Returns the caller's idempotency key of a request. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER];
  return typeof key === "string" ? key : undefined;
}

/** Access in the notation of the OpenAPI document. */
const SECURITY: Record<Access, Array<Record<string, string[]>>> = {
  public: [],
  session: [{ session: [] }],
  "session-or-api-key": [{ session: [] }, { apiKey: [] }],
};

/**
 * Serves an endpoint of the contract: one name from the wire to its handler. Applies the rate limit and authenticates
 * first, so that no unauthenticated body is read, then validates. A streaming handler calls `reply.hijack()`, and its
 * result is ignored.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: ServeOptions = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      security: SECURITY[endpoint.access],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.multipart ? { consumes: ["multipart/form-data"] } : {}),
      ...(endpoint.takesIdempotencyKey ? { headers: IdempotencyHeaders } : {}),
      response: {
        200: endpoint.contentType
          ? { content: { [endpoint.contentType]: { schema: endpoint.response } } }
          : endpoint.response,
        default: ErrorBody.describe("What was wrong"),
      },
    },
    config: { endpoint },
    onRequest: guards(app, endpoint, options.limit),
    handler: async (request, reply) => {
      refuseUndeclared(endpoint, request);
      // The guard and the schemas above guarantee the endpoint's types.
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.caller,
        request,
        reply,
      };
      const answer = await handler(input as HandlerInput<E>);
      request.answer = answer;
      if (reply.sent) return reply;
      if (typeof answer !== "string" || endpoint.contentType !== undefined) return answer;
      // Fastify would send a string as plain text.
      return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
    },
  });
}

/** Tags of the calls that sign in a user and redeem or create invites. They work before an invite code is redeemed. */
const ADMITTED_TAGS = new Set(["auth", "user", "invite"]);

/**
 * Returns hooks that set `request.caller`, limit the rate, and admit only callers with the endpoint's access. A refusal
 * of an authenticated caller counts towards its limit and is in the audit log under its name.
 */
function guards(
  app: FastifyInstance,
  endpoint: Endpoint,
  limit: RateLimitName | undefined,
): onRequestAsyncHookHandler[] {
  const { access, tag } = endpoint;
  const scope = scopeOf(endpoint);
  const limiter = limit && app.rateLimiters[limit];
  if (access === "public") return limiter ? [limiter.byAddress] : [];
  const permit = async (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    if (access === "session" && caller.kind !== "session") throw new AppError("session_required");
    // A link is valid for one sandbox, so calls that are not about a sandbox reject it.
    if (caller.kind === "box-token" && !endpoint.path.includes("{boxId}"))
      throw new AppError("scope_required", { scope, held: `${heldBy(caller)} of one sandbox` });
    requireScope(caller, scope, rightOf(endpoint));
    app.countCall(reply, caller);
    if (!ADMITTED_TAGS.has(tag)) await app.admit(request, caller);
  };
  return [
    async (request, reply) => {
      await limiter?.byAddress(request);
      const caller = await app.authenticate(readBearerToken(request));
      request.caller = caller;
      await limiter?.byCaller(request);
      await permit(request, reply, caller);
    },
  ];
}

/** Returns an empty response after the work is done. */
export async function empty(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}
