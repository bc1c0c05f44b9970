import { afterEach, expect, test, vi } from "vitest";
import { noteServerTime, serverNow } from "./server-clock.ts";

const answerAt = (timeMs: number) => new Response(null, { headers: { date: new Date(timeMs).toUTCString() } });
const HOUR_MS = 60 * 60_000;

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(answerAt(Date.now()));
});

test("follows the server when the computer's clock is wrong", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 12) });
  noteServerTime(answerAt(Date.now() - 3 * HOUR_MS));
  expect(serverNow()).toBe(Date.now() - 3 * HOUR_MS);
  noteServerTime(answerAt(Date.now()));
  expect(serverNow()).toBe(Date.now());
});

test("ignores small differences and responses without a date", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28, 12) });
  noteServerTime(answerAt(Date.now() + 30_000));
  noteServerTime(new Response());
  expect(serverNow()).toBe(Date.now());
});
