import type { Endpoint, BodyOf, ParamsOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller, SessionCaller } from "./caller.ts";

type CallerOf<E extends Endpoint> = E["access"] extends "public" ? undefined : E["access"] extends "session" ? SessionCaller : Caller;

/** What a handler gets: everything already validated, the caller already authenticated as the endpoint asks. */
export interface HandlerInput<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: CallerOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<ResponseOf<E>> | ResponseOf<E>;

/** Serves an endpoint of the contract: one name from the wire to its handler. */
export function serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  throw new Error(`not served: ${endpoint.name} ${String(app)} ${String(handler)}`);
}
