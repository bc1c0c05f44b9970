import type { RateLimit, RateLimitName } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { callerKey } from "@terrarium/platform/base/caller";
import { networkOf } from "@terrarium/platform/base/network-of";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRateBlocks, type RateBlocks } from "./rate-blocks.ts";
import type { RateWindows } from "./rate-windows.ts";

const WINDOW_MS = 60_000;

/** Counts a call. Throws rate_limited if there were too many in the last minute. */
type Count = (request: FastifyRequest) => Promise<void>;

/** Counters for each kind of call: by address (before authentication; by team for scripts) and by caller. */
export type RateLimiters = Record<RateLimitName, { byAddress: Count; byCaller: Count }>;

/** Shared state for limits over several servers on a database. */
export interface SharedRates {
  windows: Pick<RateWindows, "count">;
}

/**
 * Creates the rate limiters. Needs the plugin @fastify/rate-limit. Counters live in this process. With several servers,
 * calls that pass are also counted in the database; writes in blocks, since they are frequent.
 */
export function createRateLimiters(
  app: FastifyInstance,
  limits: Record<RateLimitName, RateLimit>,
  shared: SharedRates | undefined,
): RateLimiters {
  const create = (name: RateLimitName, count: (name: string, max: number, keyOf: KeyOf) => Count) => {
    const { perAddress, perCaller } = limits[name];
    return {
      byAddress: either(
        ({ scriptOwner }) => scriptOwner === undefined,
        count(`${name} address`, perAddress, ({ ip }) => networkOf(ip)),
        // All scripts call from the servers' addresses. One team's scripts must not use up another team's limit.
        count(`${name} scripts`, perAddress, ({ scriptOwner, ip }) => scriptOwner?.organizationId ?? networkOf(ip)),
      ),
      byCaller: count(`${name} caller`, perCaller, ({ caller, ip }) => (caller ? callerKey(caller) : networkOf(ip))),
    };
  };
  const blocks = shared && createRateBlocks(shared.windows, WINDOW_MS);
  const oneByOne = (name: string, max: number, keyOf: KeyOf) => {
    const own = counter(app, max, keyOf);
    return shared ? counterOfAll(own, shared.windows, name, max) : own.count;
  };
  const byBlocks = (name: string, max: number, keyOf: KeyOf) => {
    const own = counter(app, max, keyOf);
    return blocks ? counterOfBlocks(own, blocks, name, max) : own.count;
  };
  return { signIn: create("signIn", oneByOne), invite: create("invite", oneByOne), write: create("write", byBlocks) };
}

/** State of the limit with the fewest calls left, among the limits that a call counts towards. */
export interface RateState {
  limit: number;
  left: number;
  resetSeconds: number;
}

function note(request: FastifyRequest, state: RateState): void {
  if (request.rate === undefined || state.left <= request.rate.left) request.rate = state;
}

/**
 * Adds headers with the calls per minute, the calls left, and the seconds until the limit is full again. Uses the names
 * that clients already support: the IETF draft (draft-ietf-httpapi-ratelimit-headers) still changes its names. With
 * several servers, fewer calls may be left than this server reports.
 */
export function addRateHeaders(app: FastifyInstance): void {
  app.decorateRequest("rate", undefined);
  app.addHook("onSend", (request, reply, payload, done) => {
    const { rate } = request;
    if (rate) {
      const { limit, left, resetSeconds } = rate;
      reply.headers({
        "x-ratelimit-limit": limit,
        "x-ratelimit-remaining": left,
        "x-ratelimit-reset": resetSeconds,
      });
    }
    done(null, payload);
  });
}

type KeyOf = (request: FastifyRequest) => string;

const either =
  (isFirst: (request: FastifyRequest) => boolean, first: Count, second: Count): Count =>
  (request) =>
    isFirst(request) ? first(request) : second(request);

/** Creates a counter in this process. `take` returns the key. */
function counter(app: FastifyInstance, max: number, keyGenerator: KeyOf) {
  const check = app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator });
  const take = async (request: FastifyRequest): Promise<string> => {
    const state = await check(request);
    if (!state.isAllowed) note(request, { limit: max, left: state.remaining, resetSeconds: state.ttlInSeconds });
    if (!state.isAllowed && state.isExceeded) {
      throw new AppError("rate_limited", { retryAfterSeconds: state.ttlInSeconds });
    }
    return state.key;
  };
  return { take, count: async (request: FastifyRequest) => void (await take(request)) };
}

/** Creates a counter in the database behind the local counter. Calls over the local limit cost no query. */
function counterOfAll(
  own: { take(request: FastifyRequest): Promise<string> },
  windows: SharedRates["windows"],
  name: string,
  max: number,
): Count {
  return async (request) => {
    const key = await own.take(request);
    const { calls, leftMs } = await windows.count(`${name} ${key}`, WINDOW_MS);
    note(request, { limit: max, left: Math.max(0, max - calls), resetSeconds: Math.ceil(leftMs / 1000) });
    if (calls > max) throw new AppError("rate_limited", { retryAfterSeconds: Math.ceil(leftMs / 1000) });
  };
}

/** Creates a counter in the database that reserves blocks of calls. */
function counterOfBlocks(
  own: { take(request: FastifyRequest): Promise<string> },
  blocks: RateBlocks,
  name: string,
  max: number,
): Count {
  return async (request) => {
    const key = await own.take(request);
    const refusedMs = await blocks.take(`${name} ${key}`, max);
    if (refusedMs > 0) throw new AppError("rate_limited", { retryAfterSeconds: Math.ceil(refusedMs / 1000) });
  };
}
