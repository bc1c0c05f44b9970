import { MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from "@terrarium/contract/limits";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { findEndpoints } from "../testing/every-call.ts";
import { createHttpApp } from "./http-app.ts";
import type { JsonSchema } from "./openapi-example.ts";
import { serve } from "./serve.ts";

/** Longest time that a rejected body may block the event loop. */
const BLOCK_MS = 50;

const endpoints = [...(await findEndpoints()).values()].filter(({ body, multipart }) => body && multipart !== true);
const CALLER = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;

let app: FastifyInstance;
beforeAll(async () => {
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => CALLER,
    // An injected body is never marked as complete, so the server would wait as long as for a slow one.
    bodyPace: { intervalMs: 100, minBytes: 0 },
  });
  for (const endpoint of endpoints) serve(app, endpoint, async () => ({}));
  await app.ready();
});
afterAll(() => app.close());

const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 2)] });
const TEXT_CHARS = MAX_BODY_BYTES - 2_000;
/** Texts of the largest size: letters, units, white space, slashes and surrogate pairs. */
const TEXTS = ["a", "1h", " ", "://", "🤷"].map((text) =>
  text.repeat(TEXT_CHARS / Buffer.byteLength(JSON.stringify(text).slice(1, -1))),
);
/** Kept as JSON, because serializing takes longer than parsing. */
const HEAVY = [
  ...TEXTS,
  many(MAX_JSON_VALUES - 10, 1),
  many(MAX_JSON_VALUES - 10, "a".repeat(400)),
  many(MAX_JSON_VALUES / 2 - 10, {}),
  many(MAX_JSON_VALUES / 4 - 10, { x: 1, y: 1, type: "move" }),
  Object.fromEntries(many(MAX_JSON_VALUES - 10, 0).map((_, index) => [`key${index}`, index])),
  nested(MAX_JSON_DEPTH - 2),
].map((value) => JSON.stringify(value));

/** Yields bodies with one heavy field, at the top level or one below, and a body that is heavy as a whole. */
function* heavyBodies({ properties = {}, anyOf = [] }: JsonSchema): Generator<string> {
  const fields = new Set([properties, ...anyOf.map((each) => each.properties ?? {})].flatMap(Object.keys));
  for (const heavy of HEAVY) {
    yield heavy;
    for (const field of fields) {
      yield `{${JSON.stringify(field)}:${heavy}}`;
      yield `{${JSON.stringify(field)}:[${heavy}]}`;
    }
  }
}

async function heldMs(url: string, method: "POST" | "PUT" | "PATCH" | "DELETE", payload: string): Promise<number> {
  const before = process.threadCpuUsage();
  const { statusCode } = await app.inject({ method, url, headers: { "content-type": "application/json" }, payload });
  const { user, system } = process.threadCpuUsage(before);
  expect(statusCode, `${url}: ${payload.slice(0, 100)}`).toBeLessThan(500);
  return (user + system) / 1_000;
}

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  "the heaviest bodies of %s block the event loop for less than 50 ms",
  async (_name, { path, method, body }) => {
    const schema = z.toJSONSchema(body ?? z.never(), { io: "input", unrepresentable: "any" }) as JsonSchema;
    const url = path.replaceAll(/\{\w+\}/g, "sbx_0mi5w4p0nq7k2x9d4hzt");
    const slow: unknown[] = [];
    for (const payload of heavyBodies(schema)) {
      let ms = Infinity;
      // Repeats the measurement, because garbage collection can add time.
      for (let turn = 0; turn < 3 && ms > BLOCK_MS; turn += 1)
        ms = Math.min(ms, await heldMs(url, method as "POST", payload));
      if (ms > BLOCK_MS) slow.push([Math.round(ms), payload.slice(0, 80)]);
    }
    expect(slow).toEqual([]);
  },
);
