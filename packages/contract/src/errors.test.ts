import { expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "./errors.ts";

/** Answers every value that a message asks for with the same time. */
const TIME = "2026-12-01T00:00:00.000Z";
const times = new Proxy({}, { get: () => TIME });
/** Messages that name a time. */
const TIMED: readonly ErrorCode[] = ["api_key_expired", "budget_exceeded"];

test.each(TIMED)("%s writes its time for people", (code) => {
  expect(ERRORS[code].message(times)).toContain("2026-12-01 00:00 UTC");
});
