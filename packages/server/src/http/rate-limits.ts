import type { RateLimit, RateLimitName } from "@terrarium/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { callerKey } from "../base/caller.ts";

const WINDOW_MS = 60_000;

/** Counts a call; throws rate_limited if there were too many in the last minute. */
type Count = (request: FastifyRequest) => Promise<void>;

/** Counters of calls of each kind, by address (of a script, by its team; before it is known who calls) and by caller. */
export type RateLimiters = Record<RateLimitName, { byAddress: Count; byCaller: Count }>;

/** Needs the plugin @fastify/rate-limit. Counters live in this process. */
export function createRateLimiters(app: FastifyInstance, limits: Record<RateLimitName, RateLimit>): RateLimiters {
  const create = ({ perAddress, perCaller }: RateLimit) => ({
    byAddress: either(
      ({ scriptOwner }) => scriptOwner === undefined,
      counter(app, perAddress, undefined),
      // All scripts come from this machine: one team's shall not use up what another's may.
      counter(app, perAddress, ({ scriptOwner, ip }) => scriptOwner?.organizationId ?? ip),
    ),
    byCaller: counter(app, perCaller, ({ caller, ip }) => (caller ? callerKey(caller) : ip)),
  });
  return { signIn: create(limits.signIn), invite: create(limits.invite), write: create(limits.write) };
}

const either =
  (isFirst: (request: FastifyRequest) => boolean, first: Count, second: Count): Count =>
  (request) =>
    isFirst(request) ? first(request) : second(request);

function counter(
  app: FastifyInstance,
  max: number,
  keyGenerator: ((request: FastifyRequest) => string) | undefined,
): Count {
  // Without a key of ours it is the address; of IPv6 the /64, which is what one customer gets.
  const check = app.createRateLimit({ max, timeWindow: WINDOW_MS, ...(keyGenerator ? { keyGenerator } : {}) });
  return async (request) => {
    const state = await check(request);
    if (!state.isAllowed && state.isExceeded) {
      throw new AppError("rate_limited", { retryAfterSeconds: state.ttlInSeconds });
    }
  };
}
