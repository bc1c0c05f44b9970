import { singleFlight } from "@terrarium/platform/base/single-flight";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { operatorsOnly } from "./operators-only.ts";

const BUCKETS_S = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Serves `/metrics` (Prometheus) to operators only, and adds the duration of requests. */
export function registerMetrics(app: FastifyInstance, register: Registry): void {
  const durations = new Histogram({
    ...METRICS.httpRequestDuration,
    buckets: BUCKETS_S,
    registers: [register],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  /** Callers need no token, and each reading queries the database, engines and clusters. */
  const read = singleFlight(() => register.metrics());
  app.get("/metrics", { schema: { hide: true }, onRequest: operatorsOnly }, async (_request, reply) =>
    reply.type(register.contentType).send(await read()),
  );
}
