import { MAX_OPEN_BODIES } from "@terrarium/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { callerKey } from "../base/caller.ts";
import { Slots } from "../base/slots.ts";

const RETRY_S = 1;

/**
 * Bounds how many bodies of calls one caller (before it is known who calls: one address) may have on their way at once:
 * what has come of each is in memory until the rest has. Refuses others with rate_limited. One that came with its head
 * does not count.
 */
export function addOpenBodies(app: FastifyInstance): void {
  const open = new Slots(MAX_OPEN_BODIES);
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (!isOnItsWay(request)) return done(null, payload);
    const release = open.take(request.caller ? callerKey(request.caller) : request.ip);
    if (!release) return done(new AppError("rate_limited", { retryAfterSeconds: RETRY_S }));
    request.raw.once("end", release).once("close", release);
    reply.raw.once("close", release);
    done(null, payload);
  });
}

/** What is no call of the contract streams its body, and has it nowhere in memory. */
function isOnItsWay({ raw, routeOptions }: FastifyRequest): boolean {
  const hasBody = Number(raw.headers["content-length"] ?? 0) > 0 || raw.headers["transfer-encoding"] !== undefined;
  return hasBody && !raw.complete && routeOptions.config.endpoint !== undefined;
}
