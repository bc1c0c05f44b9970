import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { startTracing, type Tracing } from "@terrarium/platform/telemetry/tracing";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { startTestApp } from "./testing/test-app.ts";

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  links: z.array(z.object({ traceId: z.string() })).optional(),
  status: z.object({ code: z.number().optional() }),
});
type Span = z.infer<typeof Span>;
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

let collector: Server | undefined;
let tracing: Tracing | undefined;
afterEach(async () => {
  await tracing?.stop();
  collector?.close();
  collector?.closeAllConnections();
});

/** Starts a collector of traces. Returns its address and the received data. */
async function startCollector(status = 200): Promise<{ endpoint: URL; spans: Span[]; paths: string[] }> {
  const spans: Span[] = [];
  const paths: string[] = [];
  collector = createServer((request, response) => {
    paths.push(String(request.url));
    const take = async () => {
      const { resourceSpans } = Export.parse(JSON.parse(await text(request)));
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    };
    void take();
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const address = collector.address();
  if (address === null || typeof address === "string") throw new Error("the collector listens nowhere");
  return { endpoint: new URL(`http://127.0.0.1:${address.port}/base`), spans, paths };
}

test("a request's trace has its queries and steps, with the caller linked", async () => {
  const { endpoint, spans, paths } = await startCollector();
  tracing = await startTracing({ endpoint, serviceName: "test", ratio: 1 }, pino({ level: "silent" }));
  const app = await startTestApp();
  const token = await app.signIn("ada");
  const callerTrace = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${callerTrace}-b7ad6b7169203331-01`;
  const answer = await app.call("POST", "/api/v1/boxes/android", { token, body: {}, headers: { traceparent } });
  expect(answer.status).toBe(200);
  await app.call("GET", "/api/v1/boxes/sbx_none", { token });
  await app.remove();
  await tracing.stop();

  expect(new Set(paths)).toEqual(new Set(["/base/v1/traces"]));
  const create = spans.find(({ name }) => name === "POST /api/v1/boxes/android");
  expect(create?.parentSpanId ?? "").toBe("");
  expect(create?.traceId).not.toBe(callerTrace);
  expect(create?.links?.map(({ traceId }) => traceId)).toEqual([callerTrace]);
  expect(create?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  const within = spans.filter(({ traceId }) => traceId === create?.traceId);
  const nameOf = (id: string | undefined) => within.find(({ spanId }) => spanId === id)?.name;
  const parentsOf = (name: string) =>
    within.filter((span) => span.name === name).map(({ parentSpanId }) => nameOf(parentSpanId));
  expect(parentsOf("create sandbox all")).toContain("POST /api/v1/boxes/android");
  expect(parentsOf("create sandbox device")).toContain("create sandbox all");
  expect(parentsOf("create sandbox record")).toContain("create sandbox all");
  expect(parentsOf("insert")).toContain("create sandbox record");
  // Background work makes no trace.
  expect(spans.filter(({ name, parentSpanId }) => !parentSpanId && !/^(GET|POST) /.test(name))).toEqual([]);
});

test("traces contain no secrets", async () => {
  const { endpoint, spans } = await startCollector();
  tracing = await startTracing({ endpoint, serviceName: "test", ratio: 1 }, pino({ level: "silent" }));
  const app = await startTestApp();
  const token = await app.signIn("Margaret Hamilton");
  await app.call("GET", `/api/v1/user/get_current_user_info?token=${token}`, { token });
  await app.remove();
  await tracing.stop();
  expect(spans.length).toBeGreaterThan(5);
  const told = JSON.stringify(spans);
  expect(told).not.toContain(token);
  expect(told).not.toMatch(/hamilton/i);
});

test("an unavailable collector delays no request and is logged once", async () => {
  const { endpoint } = await startCollector(503);
  collector?.close();
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  tracing = await startTracing({ endpoint, serviceName: "test", ratio: 1 }, log);
  const app = await startTestApp();
  const token = await app.signIn("ada");
  expect((await app.call("GET", "/api/v1/user/get_current_user_info", { token })).status).toBe(200);
  await app.remove();
  const before = performance.now();
  await tracing.stop();
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(lines.filter((line) => line.includes("failed to send traces")).length).toBeLessThanOrEqual(1);
});
