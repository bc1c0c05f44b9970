import { context, diag, trace, type DiagLogger } from "@opentelemetry/api";
import { cutText } from "@terrarium/bounds/cut-text";
import type { FastifyBaseLogger } from "fastify";
import { withDeadline } from "../base/deadline.ts";

/** Target and sampling of spans. */
export interface TraceSettings {
  /** The collector's base address (OTLP over HTTP). */
  endpoint: URL;
  serviceName: string;
  /** Share of traced requests, from 0 (none) to 1 (all). */
  ratio: number;
}

export interface Tracing {
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/** Timeout of the shutdown. Spans not sent by then are lost. */
const SHUTDOWN_MS = 2_000;

/**
 * Starts to send spans to a collector in batches. Drops spans that it does not accept in time, without waiting. Without
 * this call, spans cost nothing. The packages are loaded here, because most servers do not need them.
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

/** An unavailable collector fails repeatedly, so a series of the same failure is logged once. */
function logOnce(log: FastifyBaseLogger): DiagLogger {
  let last: string | undefined;
  const tell = (message: string, ...details: unknown[]) => {
    const text = [message, ...details].map(String).join(" ");
    if (text !== last) log.warn({ detail: cutText(text, 1_000) }, "failed to send traces");
    last = text;
  };
  const silent = () => undefined;
  return { error: tell, warn: tell, info: silent, debug: silent, verbose: silent };
}
