import { MAX_OPEN_BODIES } from "@terrarium/contract/limits";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { type Caller, ownerKey } from "../base/caller.ts";
import { networkOf } from "../base/network-of.ts";
import { Slots } from "../base/slots.ts";

const RETRY_S = 1;

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Counts the body of a request that is no call of the contract, once it is known who sends it. Throws rate_limited
     * if that user, or else team, has too many on their way.
     */
    countBody: (request: FastifyRequest, reply: FastifyReply, caller: Caller) => void;
  }
}

/**
 * Bounds how many bodies one user (of calls that anybody may make: one network) may have on their way at once: each holds
 * a connection, and what has come of a call's is in memory until the rest has. One that came with its head does not count.
 */
export function addOpenBodies(app: FastifyInstance): void {
  const open = new Slots(MAX_OPEN_BODIES);

  function count(request: FastifyRequest, reply: FastifyReply, key: string): void {
    if (!isOnItsWay(request)) return;
    const release = open.take(key);
    if (!release) throw new AppError("rate_limited", { retryAfterSeconds: RETRY_S });
    request.raw.once("end", release).once("close", release);
    reply.raw.once("close", release);
  }

  app.decorate("countBody", (request, reply, caller) => count(request, reply, ownerKey(caller)));
  app.addHook("preParsing", async (request, reply) => {
    const { caller, ip, routeOptions } = request;
    if (routeOptions.config.endpoint !== undefined) count(request, reply, caller ? ownerKey(caller) : networkOf(ip));
  });
}

/** Whether a request says that it has a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;

const isOnItsWay = (request: FastifyRequest): boolean => hasBody(request) && !request.raw.complete;
