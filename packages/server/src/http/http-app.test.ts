import { defineEndpoint } from "@terrarium/contract/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createHttpApp } from "./http-app.ts";
import { serve } from "./serve.ts";

const echo = defineEndpoint({
  name: "echo",
  method: "POST",
  path: "/api/v1/echo/{id}",
  access: "session",
  summary: "Echo",
  tag: "test",
  params: z.object({ id: z.string().max(5) }),
  body: z.object({ text: z.string() }),
  response: z.object({ id: z.string(), text: z.string(), userId: z.string() }),
});
const optional = defineEndpoint({
  name: "optional",
  method: "POST",
  path: "/api/v1/optional",
  access: "public",
  summary: "Optional body",
  tag: "test",
  body: z.object({ wait: z.boolean().optional() }).optional(),
  response: z.object({ wait: z.boolean() }),
});
const limited = defineEndpoint({
  name: "limited",
  method: "GET",
  path: "/api/v1/limited",
  access: "public",
  summary: "",
  tag: "test",
  response: z.object({}),
});
const limitedWrite = defineEndpoint({
  ...limited,
  name: "limitedWrite",
  path: "/api/v1/limited-write",
  access: "session",
});
const wrong = defineEndpoint({
  ...limited,
  name: "wrong",
  path: "/api/v1/wrong",
  response: z.object({ a: z.string() }),
});
const undeclared = defineEndpoint({ ...limited, name: "undeclared", path: "/api/v1/undeclared" });
const declared = defineEndpoint({ ...undeclared, path: "/api/v1/declared", errors: ["file_exists"] });

let app: FastifyInstance;

beforeAll(async () => {
  app = await createHttpApp({
    log: pino({ level: "silent" }),
    checkResponses: true,
    rateLimits: {
      signIn: { perAddress: 2, perCaller: 0 },
      invite: { perAddress: 0, perCaller: 0 },
      write: { perAddress: 4, perCaller: 2 },
    },
    authenticate: async (token) => {
      if (token === "user") return { kind: "session", userId: "usr_1", sessionId: "ses_1" };
      if (token === "other") return { kind: "session", userId: "usr_2", sessionId: "ses_2" };
      if (token === "key") return { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" };
      throw new AppError("unauthorized");
    },
  });
  serve(app, echo, ({ params, body, caller }) => ({ id: params.id, text: body.text, userId: caller.userId }));
  serve(app, optional, ({ body }) => ({ wait: body?.wait ?? false }));
  serve(app, limited, () => ({}), { limit: "signIn" });
  serve(app, limitedWrite, () => ({}), { limit: "write" });
  for (const endpoint of [undeclared, declared])
    serve(app, endpoint, () => {
      throw new AppError("file_exists", { path: "/sdcard" });
    });
  serve(app, wrong, () => JSON.parse('{"a":1}'));
  await app.ready();
});
afterAll(() => app.close());

function call(
  path: string,
  options: { token?: string; body?: string; headers?: Record<string, string>; method?: "GET" | "POST" } = {},
) {
  return app.inject({
    method: options.method ?? "POST",
    url: path,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      "content-type": "application/json",
      ...options.headers,
    },
    payload: options.body ?? "",
  });
}

test("passes parsed input and the caller to the handler", async () => {
  const answer = await call("/api/v1/echo/a", { token: "user", body: '{"text":"x","unknown":1}' });
  expect(answer.json()).toEqual({ id: "a", text: "x", userId: "usr_1" });
  expect(answer.headers["x-request-id"]).toMatch(/^req_/);
  expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
});

test.each([
  ["no token", "/api/v1/echo/a", {}, 401, "unauthorized"],
  ["no token and an unreadable body", "/api/v1/echo/a", { body: "{" }, 401, "unauthorized"],
  ["a bad token", "/api/v1/echo/a", { token: "nobody" }, 401, "unauthorized"],
  ["an API key where a user is needed", "/api/v1/echo/a", { token: "key" }, 403, "session_required"],
  ["a body that is not JSON", "/api/v1/echo/a", { token: "user", body: "{" }, 400, "invalid_json"],
  ["no body", "/api/v1/echo/a", { token: "user" }, 400, "invalid_request"],
  [
    "a prototype in the body",
    "/api/v1/echo/a",
    { token: "user", body: '{"__proto__":{"text":"x"}}' },
    400,
    "invalid_json",
  ],
  [
    "a body of the wrong type",
    "/api/v1/echo/a",
    { token: "user", body: "a=1", headers: { "content-type": "text/csv" } },
    400,
    "invalid_request",
  ],
  ["a field of the wrong type", "/api/v1/echo/a", { token: "user", body: '{"text":1}' }, 400, "invalid_request"],
  ["a long parameter", "/api/v1/echo/abcdef", { token: "user", body: '{"text":""}' }, 400, "invalid_request"],
  [
    "a huge body",
    "/api/v1/echo/a",
    { token: "user", body: JSON.stringify({ text: "x".repeat(2_000_000) }) },
    413,
    "body_too_large",
  ],
  ["an unknown path", "/api/v1/nothing", {}, 404, "not_found"],
  [
    "a NUL character in a text",
    "/api/v1/echo/a",
    { token: "user", body: '{"text":"a\\u0000"}' },
    400,
    "invalid_request",
  ],
  ["a NUL character in a path", "/api/v1/echo/%00", { token: "user", body: '{"text":""}' }, 400, "invalid_request"],
  ["an invalid host", "/api/v1/optional", { headers: { host: "a b" } }, 400, "invalid_request"],
  ["a malformed path", "/api/v1/echo/%ff", { token: "user", body: '{"text":""}' }, 400, "invalid_request"],
  [
    "a page of another origin",
    "/api/v1/optional",
    { headers: { origin: "http://evil.example" } },
    403,
    "forbidden_origin",
  ],
  ["an opaque origin", "/api/v1/optional", { headers: { origin: "null" } }, 403, "forbidden_origin"],
  ["an answer that breaks the contract", "/api/v1/wrong", { method: "GET" as const }, 500, "internal"],
])("rejects %s in the documented form", async (_name, path, options, status, code) => {
  const answer = await call(path, options);
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
  expect(answer.json().message).toBeTypeOf("string");
  expect(answer.headers["x-request-id"]).toMatch(/^req_/);
});

test("describes an invalid value by field and in words", async () => {
  const told = async (body: string, path = "/api/v1/echo/a") =>
    (await call(path, { token: "user", body })).json().message;
  expect(await told('{"text":1}')).toBe("Invalid request: text: must be a text");
  expect(await told("{}")).toBe("Invalid request: text: is missing");
  expect(await told("[]")).toBe("Invalid request: the body: must be an object");
  expect(await told("")).toBe("Invalid request: the body: is missing");
  expect(await told('{"text":""}', "/api/v1/echo/abcdef")).toBe("Invalid request: id: must have at most 5 characters");
});

test("reports an undeclared error as a defect where responses are checked", async () => {
  const codeAt = async (path: string) => (await call(path, { method: "GET" })).json().code;
  expect([await codeAt("/api/v1/undeclared"), await codeAt("/api/v1/declared")]).toEqual(["internal", "file_exists"]);
});

test("marks errors that clients should not retry", async () => {
  const told = async (path: string) => (await call(path, { method: "GET" })).headers["x-should-retry"];
  expect([await told("/api/v1/declared"), await told("/api/v1/undeclared")]).toEqual(["false", undefined]);
});

test.each([
  ["http://localhost:80", "localhost"],
  ["http://localhost", "LocalHost:80"],
  ["https://localhost", "localhost:443"],
])("a page of our own origin %s may call the host %s", async (origin, host) => {
  const answer = await call("/api/v1/optional", { headers: { origin, host } });
  expect(answer.json()).toEqual({ wait: false });
});

test("reports the rate limit with the time to wait", async () => {
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push(await call("/api/v1/limited", { method: "GET" }));
  expect(statuses.map((answer) => answer.statusCode)).toEqual([200, 200, 429]);
  expect(statuses[2]?.json()).toMatchObject({
    code: "rate_limited",
    message: expect.stringMatching(/try again in \d+ s/),
  });
  expect(Number(statuses[2]?.headers["retry-after"])).toBeGreaterThan(0);
});

test("counts calls by user and by address", async () => {
  const statusOf = async (token: string) => (await call("/api/v1/limited-write", { method: "GET", token })).statusCode;
  expect([await statusOf("user"), await statusOf("user"), await statusOf("user")]).toEqual([200, 200, 429]);
  expect([await statusOf("other"), await statusOf("other"), await statusOf("nobody")]).toEqual([200, 429, 429]);
});

test("the OpenAPI document describes endpoint, error and access", async () => {
  const document = (await app.inject("/api/v1/openapi.json")).json();
  const operation = document.paths["/api/v1/echo/{id}"].post;
  expect(operation).toMatchObject({ operationId: "echo", tags: ["test"] });
  expect(operation.requestBody.content["application/json"].schema.properties.text).toEqual({ type: "string" });
  expect(operation.responses.default.content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/Error",
  });
  expect(document.components.schemas.Error.properties).toHaveProperty("code");
  expect(operation.security).toEqual([{ session: [] }]);
  expect(document.info.description).toContain("`shutting_down` (503)");
  expect(document.paths["/api/v1/optional"].post.security).toEqual([]);
});
