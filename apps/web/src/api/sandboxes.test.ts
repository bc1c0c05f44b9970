// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSandbox } from "./sandboxes.ts";

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const keys = () =>
  fetchMock.mock.calls.map(([, request]) => new Headers(request?.headers).get("idempotency-key") ?? "none");
const refused = () => Promise.resolve(new Response('{"code":"sandbox_limit","message":"Too many"}', { status: 429 }));

test("retries an unanswered creation with the same key", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError("lost")).mockRejectedValueOnce(new TypeError("lost"));
  fetchMock.mockImplementation(refused);
  const ask = (expiresIn: string) => createSandbox("org_1", { expiresIn }).catch(() => {});
  await ask("5m");
  await ask("5m");
  await ask("5m");
  await ask("5m");
  const [first, again, answered, next] = keys();
  expect(first).toMatch(/^console-/);
  expect([again, answered]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

test("uses another key for another sandbox", async () => {
  fetchMock.mockRejectedValue(new TypeError("lost"));
  await createSandbox("org_1", { expiresIn: "5m" }).catch(() => {});
  await createSandbox("org_1", { expiresIn: "15m" }).catch(() => {});
  expect(new Set(keys()).size).toBe(2);
});

test("two identical creations at once use two keys", async () => {
  fetchMock.mockImplementation(refused);
  const ask = () => createSandbox("org_1", { expiresIn: "5m" }).catch(() => {});
  await Promise.all([ask(), ask()]);
  expect(new Set(keys()).size).toBe(2);
});

test("a response to another creation keeps the key of an unanswered one", async () => {
  const ask = (expiresIn: string) => createSandbox("org_1", { expiresIn }).catch(() => {});
  fetchMock.mockRejectedValueOnce(new TypeError("lost"));
  await ask("5m");
  fetchMock.mockImplementationOnce(refused);
  await ask("15m");
  fetchMock.mockImplementationOnce(refused);
  await ask("5m");
  const [lost, , again] = keys();
  expect(again).toBe(lost);
});
