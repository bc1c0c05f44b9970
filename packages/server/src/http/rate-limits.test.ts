import rateLimit from "@fastify/rate-limit";
import { AppError } from "@terrarium/platform/base/app-error";
import Fastify, { type FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { addRateHeaders, createRateLimiters, type RateLimiters } from "./rate-limits.ts";
import type { RateWindows } from "./rate-windows.ts";

const LIMITS = {
  signIn: { perAddress: 4, perCaller: 4 },
  invite: { perAddress: 4, perCaller: 2 },
  write: { perAddress: 100, perCaller: 40 },
};
const request = {
  ip: "192.0.2.1",
  caller: { kind: "session", userId: "usr_1", sessionId: "s" },
  routeOptions: { config: {} },
} as FastifyRequest;

/** Creates counts that all servers share, as in the database. */
function createWindows(): Pick<RateWindows, "count"> & { asked(): number } {
  const counts = new Map<string, number>();
  let asked = 0;
  return {
    asked: () => asked,
    async count(key, _windowMs, more = 1) {
      asked += 1;
      const calls = (counts.get(key) ?? 0) + more;
      counts.set(key, calls);
      return { calls, leftMs: 30_000 };
    },
  };
}

async function startServer(windows: Pick<RateWindows, "count">) {
  const app = Fastify();
  await app.register(rateLimit, { global: false });
  return createRateLimiters(app, LIMITS, { windows });
}

/** Returns how many of `count` calls are allowed when sent to the servers in turn. */
async function admitted(
  count: number,
  servers: readonly RateLimiters[],
  call: (server: RateLimiters) => Promise<void>,
) {
  let passed = 0;
  for (let i = 0; i < count; i += 1) {
    const server = servers[i % servers.length];
    if (!server) throw new Error("no server");
    const isPassed = await call(server).then(
      () => true,
      (error: unknown) => error instanceof AppError && error.code !== "rate_limited",
    );
    if (isPassed) passed += 1;
  }
  return passed;
}

test("limits sign-ins and invites equally on one or several servers", async () => {
  const windows = createWindows();
  const servers = await Promise.all([0, 1, 2].map(() => startServer(windows)));
  expect(await admitted(9, servers, ({ signIn }) => signIn.byAddress(request))).toBe(4);
  expect(await admitted(9, servers, ({ invite }) => invite.byCaller(request))).toBe(2);
  expect(await admitted(9, servers, ({ invite }) => invite.byAddress(request))).toBe(4);
});

test("counts an IPv6 network as one address", async () => {
  const server = await startServer(createWindows());
  const stranger = { ...request, caller: undefined };
  const asked: string[] = [];
  const callFrom = (count: (from: FastifyRequest) => Promise<void>, network: string) =>
    count({ ...stranger, ip: `${network}::${asked.push(network)}` });
  for (const [limiter, most] of [
    ["byAddress", 4],
    ["byCaller", 2],
  ] as const) {
    expect(await admitted(9, [server], ({ invite }) => callFrom(invite[limiter], "2001:db8:0:1"))).toBe(most);
    expect(await admitted(9, [server], ({ invite }) => callFrom(invite[limiter], "2001:db8:0:2"))).toBe(most);
  }
});

test("refuses a flood on one server without a query", async () => {
  const windows = createWindows();
  const server = await startServer(windows);
  expect(await admitted(100, [server], ({ signIn }) => signIn.byAddress(request))).toBe(4);
  expect(windows.asked()).toBe(4);
});

test("limits other writes over all servers with few queries", async () => {
  for (const count of [1, 3]) {
    const windows = createWindows();
    const servers = await Promise.all(Array.from({ length: count }, () => startServer(windows)));
    expect(await admitted(300, servers, ({ write }) => write.byAddress(request))).toBe(100);
    expect(windows.asked()).toBeLessThanOrEqual(10 + count);
    expect(await admitted(120, servers, ({ write }) => write.byCaller(request))).toBe(40);
  }
});

test("reports the calls left of the tightest limit", async () => {
  const app = Fastify();
  addRateHeaders(app);
  await app.register(rateLimit, { global: false });
  const { invite } = createRateLimiters(app, LIMITS, undefined);
  app.setErrorHandler((_error, _request, reply) => reply.code(429).send({}));
  app.get("/", { onRequest: [invite.byAddress, invite.byCaller] }, () => ({}));
  app.get("/free", () => ({}));
  const ask = async (url = "/") => {
    const { headers } = await app.inject(url);
    return [headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"], headers["x-ratelimit-reset"]];
  };
  expect(await ask()).toEqual(["2", "1", "60"]);
  expect(await ask()).toEqual(["2", "0", expect.any(String)]);
  expect(await ask()).toEqual(["2", "0", expect.any(String)]);
  expect(await ask("/free")).toEqual([undefined, undefined, undefined]);
});
