import { context, diag, trace, type DiagLogger } from "@opentelemetry/api";
import { cutText } from "@terrarium/adb/cut-text";
import type { FastifyBaseLogger } from "fastify";
import { withDeadline } from "../base/deadline.ts";

/** Where spans are sent, and how many. */
export interface TraceSettings {
  /** The collector's base address (OTLP over HTTP). */
  endpoint: URL;
  serviceName: string;
  /** From 0 (none) to 1 (all): of how many requests. */
  ratio: number;
}

export interface Tracing {
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** At the end: what is not sent by then is lost. */
const SHUTDOWN_MS = 2_000;

/**
 * Sends spans to a collector in batches; what it does not take in time is dropped, never waited for. Until this is
 * called, and without it, spans cost nothing. The packages are loaded here, since most servers need none of them.
 */
export async function startTracing(
  { endpoint, serviceName, ratio }: TraceSettings,
  log: FastifyBaseLogger,
): Promise<Tracing> {
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
  diag.setLogger(logOnce(log));
  const url = new URL(`${endpoint.pathname.replace(/\/$/, "")}/v1/traces`, endpoint).href;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
    spanLimits: { attributeValueLengthLimit: 1_024, attributeCountLimit: 32, eventCountLimit: 16 },
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      await withDeadline(SHUTDOWN_MS, "the end of tracing", () => provider.shutdown()).catch(() => undefined);
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}

/** A collector that is away fails again and again: the same is told once in a row. */
function logOnce(log: FastifyBaseLogger): DiagLogger {
  let last: string | undefined;
  const tell = (message: string, ...details: unknown[]) => {
    const text = [message, ...details].map(String).join(" ");
    if (text !== last) log.warn({ detail: cutText(text, 1_000) }, "traces could not be sent");
    last = text;
  };
  const silent = () => undefined;
  return { error: tell, warn: tell, info: silent, debug: silent, verbose: silent };
}
