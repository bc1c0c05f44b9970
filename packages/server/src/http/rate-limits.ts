import type { RateLimit, RateLimitName } from "@terrarium/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { callerKey } from "../base/caller.ts";
import { networkOf } from "../base/network-of.ts";
import { createRateBlocks, type RateBlocks } from "./rate-blocks.ts";
import type { RateWindows } from "./rate-windows.ts";

const WINDOW_MS = 60_000;

/** Counts a call; throws rate_limited if there were too many in the last minute. */
type Count = (request: FastifyRequest) => Promise<void>;

/** Counters of calls of each kind, by address (of a script, by its team; before it is known who calls) and by caller. */
export type RateLimiters = Record<RateLimitName, { byAddress: Count; byCaller: Count }>;

/** What several servers on a database need for limits that hold over all of them. */
export interface SharedRates {
  windows: Pick<RateWindows, "count">;
}

/**
 * Needs the plugin @fastify/rate-limit. Counters live in this process. Where there are several servers, what of it is
 * allowed is counted in the database besides, for all: writes by blocks, since there are many.
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
        // All scripts come from the servers: one team's shall not use up what another's may.
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

/** Of the limits that a call counts towards, the one of which the least is left. */
export interface RateState {
  limit: number;
  left: number;
  resetSeconds: number;
}

function note(request: FastifyRequest, state: RateState): void {
  if (request.rate === undefined || state.left <= request.rate.left) request.rate = state;
}

/**
 * Tells callers in headers how many calls a minute they may make, how many are left, and in how many seconds there are as
 * many as before. The names are those that clients know; the IETF's draft of others (draft-ietf-httpapi-ratelimit-headers)
 * still changes them. Where there are several servers, what is left may be less than this one knows.
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

/** Counts in this process; `take` answers under which key. */
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

/** Counts in the database what this process allows: whoever calls too often costs no query. */
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

/** The same by blocks. */
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
