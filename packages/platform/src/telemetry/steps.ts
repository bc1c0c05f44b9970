import { SpanStatusCode, trace } from "@opentelemetry/api";
import { Histogram, type Registry } from "prom-client";
import type { MetricDefinition } from "./metric-definitions.ts";
import { TRACER } from "./tracer.ts";

/** From a database query to a device start on a busy machine. */
const BUCKETS_S = [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];

/** Outcome of a step, as a label. */
const OUTCOMES = { ok: "ok", failed: "failed" } as const;

/** Runs a step under its name, and records its duration and outcome. */
export type TakeStep<Label extends string> = <T>(
  step: string,
  labels: Record<Label, string>,
  work: () => Promise<T>,
) => Promise<T>;

/** A histogram of steps: with the labels `step` and `outcome` beside its own ones. */
type StepHistogram<Label extends string> = Omit<MetricDefinition, "labelNames"> & {
  labelNames: readonly [...Label[], "step", "outcome"];
};

/**
 * Creates a meter for the steps of some work: the given histogram, and spans, `<work> <step>`, within a request's span.
 * Steps may be nested.
 */
export function createSteps<Label extends string>(
  register: Registry,
  { work: workName, histogram }: { work: string; histogram: StepHistogram<Label> },
): TakeStep<Label> {
  const durations = new Histogram({
    ...histogram,
    buckets: BUCKETS_S,
    registers: [register],
  });
  return async (step, labels, work) => {
    const start = performance.now();
    let outcome: string = OUTCOMES.failed;
    try {
      const result = await withinSpan(`${workName} ${step}`, labels, work);
      outcome = OUTCOMES.ok;
      return result;
    } finally {
      durations.observe({ ...labels, step, outcome }, (performance.now() - start) / 1_000);
    }
  };
}

/** Traces start with requests: background work has no span. */
function withinSpan<T>(name: string, attributes: Record<string, string>, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work();
  return trace.getTracer(TRACER).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
