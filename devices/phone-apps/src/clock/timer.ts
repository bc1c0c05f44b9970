import type { ClockState } from "./clock-store.ts";

type Timer = NonNullable<ClockState["timer"]>;

/** Six digits express up to 99 hours, 99 minutes and 99 seconds. */
const DIGITS_MAX = 6;

export function newTimer(durationMs: number, nowMs: number): Timer {
  return { durationMs, endsMs: nowMs + durationMs, leftMs: durationMs };
}

/** Returns the time left in ms, below 0 once the timer is over. */
export function timerLeftMs(timer: Timer, nowMs: number): number {
  return timer.endsMs === null ? timer.leftMs : timer.endsMs - nowMs;
}

export function pauseOrResume(timer: Timer, nowMs: number): Timer {
  return timer.endsMs === null
    ? { ...timer, endsMs: nowMs + timer.leftMs }
    : { ...timer, endsMs: null, leftMs: Math.max(0, timer.endsMs - nowMs) };
}

export function addMinute(timer: Timer): Timer {
  const minuteMs = 60_000;
  return {
    durationMs: timer.durationMs + minuteMs,
    endsMs: timer.endsMs === null ? null : timer.endsMs + minuteMs,
    leftMs: timer.leftMs + minuteMs,
  };
}

/** Appends a digit on the right, as on a microwave oven. */
export function typeDigits(typed: string, key: string): string {
  const next = (typed + key).replace(/^0+/, "");
  return next.length > DIGITS_MAX ? typed : next;
}

/** Parses typed digits: 130 means "1:30", 90 seconds. */
export function durationOf(typed: string): { hours: string; minutes: string; seconds: string; ms: number } {
  const all = typed.padStart(DIGITS_MAX, "0");
  const [hours, minutes, seconds] = [all.slice(0, 2), all.slice(2, 4), all.slice(4)];
  return { hours, minutes, seconds, ms: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 };
}
