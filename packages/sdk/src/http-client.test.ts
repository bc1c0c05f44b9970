import { createBox, getBox, listBoxes, terminateBox } from "@terrarium/contract/boxes";
import { afterEach, expect, test, vi } from "vitest";
import { HttpClient } from "./http-client.ts";
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TerrariumError,
  TimedOutError,
  UnprocessableError,
} from "./terrarium-error.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

let api: Awaited<ReturnType<typeof startFakeApi>>;
afterEach(async () => {
  vi.useRealTimers();
  await api.close();
});

const failureOf = (promise: Promise<unknown>): Promise<TerrariumError> =>
  promise.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: unknown) => {
      if (error instanceof TerrariumError) return error;
      throw error;
    },
  );

test("encodes path and query values and sends the bearer token", async () => {
  api = await startFakeApi((_, response) => answerJson(response, { data: [], total: 0 }));
  const http = new HttpClient({ baseUrl: `${api.baseUrl}/`, apiKey: "trm_x" });
  await http.call(terminateBox, { params: { boxId: "a/b?c" }, body: {} });
  await http.call(listBoxes, { query: { page: 2 } });
  expect(api.calls).toEqual([
    { method: "POST", path: "/api/v1/boxes/a%2Fb%3Fc/terminate", authorization: "Bearer trm_x", body: {} },
    { method: "GET", path: "/api/v1/boxes?page=2", authorization: "Bearer trm_x", body: undefined },
  ]);
});

test("accepts a base URL that contains the API version", async () => {
  api = await startFakeApi((_, response) => answerJson(response, {}));
  await new HttpClient({ baseUrl: `${api.baseUrl}/api/v1/`, apiKey: "k" }).call(listBoxes, {});
  expect(api.calls[0]?.path).toBe("/api/v1/boxes");
});

test("API errors carry code, status, request id and call site", async () => {
  api = await startFakeApi((_, response) =>
    answerJson(response, { code: "sandbox_not_found", message: "No sandbox x in your teams" }, 404),
  );
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  async function lookForIt() {
    await http.call(getBox, { params: { boxId: "x" } });
  }
  const error = await failureOf(lookForIt());
  expect(error).toMatchObject({
    code: "sandbox_not_found",
    status: 404,
    requestId: "req_1",
    message: "No sandbox x in your teams",
  });
  expect(error.stack).toMatch(/^NotFoundError: No sandbox x in your teams\n[^]*lookForIt/);
});

test.each([
  ["a page instead of JSON", 200, "<html>"],
  ["another service's error", 502, '{"error":"bad gateway"}'],
])("reports %s as such", async (_name, status, body) => {
  api = await startFakeApi((_, response) => void response.writeHead(status).end(body));
  const error = await failureOf(new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }).call(listBoxes, {}));
  expect(error).toMatchObject({ code: "unexpected_answer", status });
  expect(error.message).toContain("check the base URL");
});

test.each([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [408, TimedOutError],
  [409, ConflictError],
  [422, UnprocessableError],
  [429, RateLimitError],
  [507, ServerError],
])("status %i has its own error class and suggestion", async (status, Class) => {
  api = await startFakeApi((_, response) =>
    answerJson(response, { code: "x", message: "m", suggestion: "do this" }, status),
  );
  const error = await failureOf(new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }).call(listBoxes, {}));
  expect(error).toBeInstanceOf(Class);
  expect(error).toMatchObject({ name: Class.name, status, suggestion: "do this", requestId: "req_1" });
});

test("retries after Retry-After if that is safe and in time", async () => {
  api = await startFakeApi((call, response) => {
    if (api.calls.length % 2 === 0) return answerJson(response, { id: "sbx_1" });
    response.setHeader("retry-after", call.path?.endsWith("sbx_late") === true ? "60" : "0");
    answerJson(response, { code: "rate_limited", message: "wait" }, api.calls.length > 2 ? 503 : 429);
  });
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  expect(await http.call(getBox, { params: { boxId: "sbx_1" } })).toEqual({ id: "sbx_1" });
  expect(await http.call(createBox, { body: { type: "android" } })).toEqual({ id: "sbx_1" });
  expect(api.calls).toHaveLength(4);
  const ended = await failureOf(http.call(terminateBox, { params: { boxId: "sbx_1" } }));
  expect(ended).toMatchObject({ status: 503, retryAfterMs: 0 });
  expect(api.calls).toHaveLength(5);
  api.calls.length = 0;
  const late = await failureOf(http.call(getBox, { params: { boxId: "sbx_late" } }));
  expect(late).toMatchObject({ status: 429, retryAfterMs: 60_000 });
  expect(api.calls).toHaveLength(1);
});

test("a signal aborts the wait before a retry", async () => {
  const caller = new AbortController();
  const reason = new Error("no longer wanted");
  api = await startFakeApi((_, response) => {
    response.setHeader("retry-after", "5");
    answerJson(response, { code: "rate_limited", message: "wait" }, 429);
    setImmediate(() => caller.abort(reason));
  });
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  await expect(http.call(listBoxes, { signal: caller.signal })).rejects.toBe(reason);
});

test("a call without response fails with its timeout", async () => {
  api = await startFakeApi(() => {});
  const error = await failureOf(
    new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }).call(listBoxes, { timeoutMs: 30 }),
  );
  expect(error).toMatchObject({
    code: "timeout",
    status: 0,
    message: "GET /api/v1/boxes was not answered within 30 ms",
  });
});

test("sends a call whose timeout exceeds the longest timer", async () => {
  const refusal = { code: "invalid_request", message: "timeout: at most 5m" };
  api = await startFakeApi((_, response) => void setTimeout(() => answerJson(response, refusal, 400), 20));
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  const asked = http.call(createBox, { body: {}, timeoutMs: 2 ** 32 });
  expect(await failureOf(asked)).toMatchObject(refusal);
});

test("a connection failure names the address and the cause", async () => {
  api = await startFakeApi(() => {});
  await api.close();
  const error = await failureOf(new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" }).call(listBoxes, {}));
  expect(error.code).toBe("network_error");
  expect(error.message).toContain(api.baseUrl);
  expect(error.message).toContain("ECONNREFUSED");
});

test("retries only creates and reads after a lost connection", async () => {
  const keys: (string | undefined)[] = [];
  api = await startFakeApi((call, response) => {
    keys.push(call.idempotencyKey);
    if (keys.length === 1 || call.method === "GET" || call.path?.endsWith("/terminate") === true)
      response.socket?.destroy();
    else answerJson(response, { id: "sbx_1" });
  });
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  expect(await http.call(createBox, { body: { type: "android" } })).toEqual({ id: "sbx_1" });
  expect(keys).toEqual([expect.stringMatching(/^sdk-/), keys[0]]);
  await http.call(createBox, { body: { type: "android" }, idempotencyKey: "mine" });
  expect(keys[2]).toBe("mine");
  expect((await failureOf(http.call(listBoxes, {}))).code).toBe("network_error");
  expect(keys.slice(3)).toEqual([undefined, undefined]);
  expect((await failureOf(http.call(terminateBox, { params: { boxId: "sbx_1" } }))).code).toBe("network_error");
  expect(keys.slice(5)).toEqual([undefined]);
});

test("a retried create uses the remaining time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let sent = 0;
  api = await startFakeApi((_, response) => {
    sent++;
    vi.advanceTimersByTime(600);
    if (sent === 1) response.socket?.destroy();
    else answerJson(response, { id: "sbx_1" });
  });
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  const error = await failureOf(http.call(createBox, { body: { type: "android" }, timeoutMs: 1_000 }));
  expect(error).toMatchObject({ code: "timeout", message: "POST /api/v1/boxes was not answered within 1000 ms" });
  expect(sent).toBe(2);
});

test("does not retry an aborted create", async () => {
  const caller = new AbortController();
  const reason = new Error("no longer wanted");
  let sent = 0;
  api = await startFakeApi(() => {
    sent++;
    caller.abort(reason);
  });
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  await expect(http.call(createBox, { body: { type: "android" }, signal: caller.signal })).rejects.toBe(reason);
  expect(sent).toBe(1);
});
