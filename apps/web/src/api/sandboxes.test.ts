// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSandbox, extendedLifetimeMs } from "./sandboxes.ts";

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

test.each([
  ["half an hour", "pro", 5, 30, 55],
  ["the rest of the plan's time", "hobby", 5, 30, 55 - 2 / 60],
  ["half an hour more than nothing is left of, for the server's reason", "hobby", 10, 60, 80],
] as const)("an extension asks for %s", (_what, plan, atMinute, endMinute, minutes) => {
  const startMs = Date.parse("2026-11-21T09:00:00.000Z");
  const sandbox = {
    startedAt: new Date(startMs).toISOString(),
    expiresAt: new Date(startMs + endMinute * 60_000).toISOString(),
  };
  expect(extendedLifetimeMs(sandbox, plan, startMs + atMinute * 60_000)).toBe(minutes * 60_000);
});
