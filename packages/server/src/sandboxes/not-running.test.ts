import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { closingOf } from "../sockets/live-socket.ts";
import { notRunning } from "./not-running.ts";
import type { SandboxRecord } from "./sandbox.ts";

const TRY_AGAIN = 1013;

test.each<[SandboxRecord["state"], SandboxRecord["endReason"], number, string]>([
  ["starting", null, TRY_AGAIN, "its device is still starting"],
  ["resuming", null, TRY_AGAIN, "its device is still starting"],
  ["running", null, TRY_AGAIN, "its device is unavailable"],
  ["stopping", null, 4409, "it is being stopped"],
  ["stopped", null, 4409, "it was stopped"],
  ["ended", "expiry", 4410, "its lifetime is over"],
  ["ended", null, 4410, "it has ended"],
])("a socket to a %s sandbox, for the reason %s, closes with %i", (state, endReason, code, why) => {
  const error = notRunning({ id: "sbx_1", state, endReason } as SandboxRecord);
  const reason = `Sandbox sbx_1 is not running: ${why}`;
  expect(closingOf(error, {} as FastifyRequest)).toEqual({ code, reason });
});
