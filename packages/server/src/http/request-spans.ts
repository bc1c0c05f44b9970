import {
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { TRACER } from "@terrarium/platform/telemetry/tracer";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Parent context of the request's spans. */
    traceContext: Context | undefined;
  }
}

/** Span name for requests without a known route. */
const NO_ROUTE = "none";

/**
 * Creates a span for every request, the parent of its query and step spans. External callers control neither sampling
 * nor trace ids: their span is only linked. Hooks added earlier run outside the span.
 */
export function addRequestSpans(app: FastifyInstance): void {
  const tracer = trace.getTracer(TRACER);
  app.decorateRequest("traceContext", undefined);
  app.addHook("onRequest", (request, reply, next) => {
    // A socket stays open as long as its viewer watches.
    if (request.headers.upgrade !== undefined) return next();
    const route = request.routeOptions.url ?? NO_ROUTE;
    const link = readLink(request.headers.traceparent);
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { "http.request.method": request.method, "http.route": route, "terrarium.request_id": request.id },
        links: link ? [link] : [],
      },
      ROOT_CONTEXT,
    );
    if (!span.isRecording()) return next();
    reply.raw.once("close", () => endSpan(span, reply.statusCode, reply.raw.writableFinished));
    request.traceContext = trace.setSpan(ROOT_CONTEXT, span);
    context.with(request.traceContext, next);
  });
  // Body events come from the connection, outside the request's context.
  app.addHook("preValidation", (request, _reply, next) => {
    if (request.traceContext) context.with(request.traceContext, next);
    else next();
  });
}

function endSpan(span: Span, status: number, isAnswered: boolean): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  if (!isAnswered) span.setAttribute("error.type", "closed by the caller");
  span.end();
}

/** Parses the caller's own span (w3.org/TR/trace-context, version 00). */
function readLink(header: string | string[] | undefined): Link | undefined {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(header)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { context: { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true } };
}
