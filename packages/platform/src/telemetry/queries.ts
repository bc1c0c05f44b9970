import { SpanKind, trace } from "@opentelemetry/api";
import { Histogram, type Registry } from "prom-client";
import { METRICS } from "./metric-definitions.ts";
import { TRACER } from "./tracer.ts";

const BUCKETS_S = [0.000_2, 0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];

/** An executed query. */
interface MadeQuery {
  /** Without its values. */
  sql: string;
  durationMs: number;
}

/** Creates a meter of database queries: a histogram by their first word, and spans within a request's span. */
export function createQueryMeter(register: Registry): (query: MadeQuery) => void {
  const durations = new Histogram({
    ...METRICS.databaseQueryDuration,
    buckets: BUCKETS_S,
    registers: [register],
  });
  return ({ sql, durationMs }) => {
    const operation = /^[a-z]+/i.exec(sql)?.[0].toLowerCase() ?? "other";
    durations.observe({ operation }, durationMs / 1_000);
    if (!trace.getActiveSpan()) return;
    const tracer = trace.getTracer(TRACER);
    const endTime = Date.now();
    const attributes = { "db.operation.name": operation, "db.query.text": sql };
    tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: endTime - durationMs, attributes }).end(endTime);
  };
}
