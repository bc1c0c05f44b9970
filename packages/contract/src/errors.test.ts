import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "./errors.ts";

/** Returns the same time for every value that a message uses. */
const TIME = "2026-12-01T00:00:00.000Z";
const times = new Proxy({}, { get: () => TIME });
/** Errors with a time in their message. */
const TIMED: readonly ErrorCode[] = ["api_key_expired", "budget_exceeded"];

test.each(TIMED)("%s formats its time for people", (code) => {
  expect(ERRORS[code].message(times)).toContain("2026-12-01 00:00 UTC");
});
