import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import { ErrorBody } from "@terrarium/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { AppError } from "./app-error.ts";
import { readBearerToken } from "./authenticate.ts";
import type { Caller, SessionCaller } from "./caller.ts";

type CallerOf<E extends Endpoint> = E["access"] extends "public"
  ? undefined
  : E["access"] extends "session"
    ? SessionCaller
    : Caller;

/** What a handler gets: everything already validated, the caller already authenticated as the endpoint asks. */
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
  /** At most this many calls a minute by one caller (or, before sign-in, one address). */
  callsPerMinute?: number;
}

/** How the OpenAPI document says who may call. */
const SECURITY: Record<Access, Array<Record<string, string[]>>> = {
  public: [],
  session: [{ session: [] }],
  "session-or-api-key": [{ session: [] }, { apiKey: [] }],
};

/**
 * Serves an endpoint of the contract: one name from the wire to its handler. A request is authenticated first (so that
 * nothing of a stranger's body is read), then limited in rate, then validated; a handler that answers for itself
 * (a stream) calls `reply.hijack()` and its result is ignored.
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
      response: {
        200: endpoint.contentType
          ? { content: { [endpoint.contentType]: { schema: endpoint.response } } }
          : endpoint.response,
        default: ErrorBody.describe("What was wrong"),
      },
    },
    ...(options.callsPerMinute ? { config: { rateLimit: { max: options.callsPerMinute, timeWindow: 60_000 } } } : {}),
    onRequest: [guard(endpoint.access)],
    handler: async (request, reply) => {
      // The guard and the schemas above made these what the endpoint's types say.
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        caller: request.caller,
        request,
        reply,
      };
      const answer = await handler(input as HandlerInput<E>);
      return reply.sent ? reply : answer;
    },
  });
}

/** A hook that lets only callers with this access pass and sets `request.caller`. */
function guard(access: Access): onRequestAsyncHookHandler {
  return async function (request) {
    if (access === "public") return;
    const caller = await this.authenticate(readBearerToken(request));
    if (access === "session" && caller.kind !== "session") throw new AppError("session_required");
    request.caller = caller;
  };
}
