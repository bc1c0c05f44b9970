import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { closingOf } from "./live-socket.ts";

/** Returns a request that collects its log entries. */
function loggedRequest() {
  const logged: unknown[] = [];
  const request = { id: "req_1", log: { error: (what: unknown) => logged.push(what) } };
  return { request: request as unknown as FastifyRequest, logged };
}

test("reports a reached budget with its own message, without logging", () => {
  const { request, logged } = loggedRequest();
  const reached = new AppError("budget_exceeded", { limitDollars: 5, usedDollars: 6, resetsAt: "2026-12-01" });
  expect(closingOf(reached, request)).toEqual({ code: 1013, reason: reached.message });
  expect(logged).toEqual([]);
});

test("logs unexpected errors and reports them as internal", () => {
  const { request, logged } = loggedRequest();
  expect(closingOf(new Error("secret"), request)).toEqual({
    code: 1011,
    reason: new AppError("internal", { requestId: "req_1" }).message,
  });
  expect(logged).toHaveLength(1);
});
