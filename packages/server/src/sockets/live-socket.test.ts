import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { AppError } from "../base/app-error.ts";
import { closingOf } from "./live-socket.ts";

/** A request that notes what is logged of it. */
function loggedRequest() {
  const logged: unknown[] = [];
  const request = { id: "req_1", log: { error: (what: unknown) => logged.push(what) } };
  return { request: request as unknown as FastifyRequest, logged };
}

test("a budget that is reached is told in its own words, and is no failure of the server", () => {
  const { request, logged } = loggedRequest();
  const reached = new AppError("budget_exceeded", { limitDollars: 5, usedDollars: 6, resetsAt: "2026-12-01" });
  expect(closingOf(reached, request)).toEqual({ code: 1013, reason: reached.message });
  expect(logged).toEqual([]);
});

test("what nobody foresaw is logged, and told as that alone", () => {
  const { request, logged } = loggedRequest();
  expect(closingOf(new Error("secret"), request)).toEqual({
    code: 1011,
    reason: new AppError("internal", { requestId: "req_1" }).message,
  });
  expect(logged).toHaveLength(1);
});
