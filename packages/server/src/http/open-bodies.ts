import { MAX_OPEN_BODIES } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, ownerKey } from "@terrarium/platform/base/caller";
import { networkOf } from "@terrarium/platform/base/network-of";
import { Slots } from "@terrarium/platform/base/slots";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const RETRY_S = 1;

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Counts the body of a request outside the contract after its sender is identified. Throws rate_limited if that
     * user, or else team, has too many incoming bodies.
     */
    countBody: (request: FastifyRequest, reply: FastifyReply, caller: Caller) => void;
  }
}

/**
 * Limits the incoming bodies of one user (of one network for public calls). Each holds a connection, and the received
 * part of a call's body stays in memory until it is complete. A body that arrives with its head does not count.
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

/** Whether a request announces a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;

const isOnItsWay = (request: FastifyRequest): boolean => hasBody(request) && !request.raw.complete;
