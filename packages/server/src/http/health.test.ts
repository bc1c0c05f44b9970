import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { Gauge, Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { registerHealthRoutes } from "./health.ts";
import { createHttpApp } from "./http-app.ts";
import { registerMetrics } from "./metrics.ts";

const ASKING = 20;

const PROXY = "10.0.0.7";

async function open(): Promise<FastifyInstance> {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    trustedProxies: [PROXY],
    authenticate: async () => ({ kind: "session", userId: "usr_1", sessionId: "ses_1" }),
  });
  onTestFinished(() => app.close());
  return app;
}

/**
 * Sends as many concurrent requests as strangers might, each from its own caller so that none waits for a turn. Calls
 * `go` after the first has begun.
 */
async function askAtOnce(app: FastifyInstance, url: string, begun: Promise<void>, go: () => void) {
  const ask = (caller: number) => app.inject({ method: "GET", url, headers: { authorization: `Bearer ${caller}` } });
  const answers = Array.from({ length: ASKING }, (_, caller) => ask(caller));
  await begun;
  go();
  return Promise.all(answers);
}

test("concurrent readiness requests share one check of the dependencies", async () => {
  const app = await open();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  let isBroken = false;
  registerHealthRoutes(app, {
    checks: {
      async database() {
        asked += 1;
        begun.resolve();
        await go.promise;
        if (isBroken) throw new Error("it is gone");
      },
    },
    told: {},
    listUnavailableTemplates: async () => [],
    requireRoom: async () => undefined,
  });
  const ready = { status: "ok", checks: { database: "ok", templates: "ok", disk: "ok" } };
  for (const answer of await askAtOnce(app, "/readyz", begun.promise, go.resolve)) expect(answer.json()).toEqual(ready);
  expect(asked).toBeLessThan(ASKING / 2);
  const before = asked;
  isBroken = true;
  expect((await app.inject("/readyz")).statusCode).toBe(503);
  expect(asked).toBe(before + 1);
});

test("concurrent metrics requests share one reading", async () => {
  const app = await open();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const register = new Registry();
  let read = 0;
  const gauge = new Gauge({
    name: "odd",
    help: "Odd",
    registers: [register],
    async collect() {
      read += 1;
      begun.resolve();
      await go.promise;
      gauge.set(read);
    },
  });
  registerMetrics(app, register);
  await askAtOnce(app, "/metrics", begun.promise, go.resolve);
  expect(read).toBeLessThan(ASKING / 2);
  const before = read;
  expect((await app.inject("/metrics")).body).toContain(`odd ${before + 1}`);
});

test("a proxy reaches only the liveness check", async () => {
  const app = await open();
  registerMetrics(app, new Registry());
  registerHealthRoutes(app, {
    checks: {},
    told: {},
    listUnavailableTemplates: async () => [],
    requireRoom: async () => undefined,
  });
  const ask = async (headers: Record<string, string>) => {
    const answers = ["/healthz", "/readyz", "/metrics"].map((url) =>
      app.inject({ url, headers, remoteAddress: PROXY }),
    );
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  };
  expect(await ask({ "x-forwarded-for": "203.0.113.9", accept: "text/html" })).toEqual([200, 404, 404]);
  // A proxy uses this request to decide whether it sends traffic here.
  expect(await ask({})).toEqual([200, 200, 200]);
});
