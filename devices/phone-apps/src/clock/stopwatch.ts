import type { ClockState } from "./clock-store.ts";

type Stopwatch = ClockState["stopwatch"];

const LAPS_MAX = 999;

/** Returns the stopwatch's time in ms at `nowMs`. */
export function stopwatchMs(stopwatch: Stopwatch, nowMs: number): number {
  const running = stopwatch.startedMs === null ? 0 : Math.max(0, nowMs - stopwatch.startedMs);
  return stopwatch.elapsedMs + running;
}

export function startOrPause(stopwatch: Stopwatch, nowMs: number): Stopwatch {
  return stopwatch.startedMs === null
    ? { ...stopwatch, startedMs: nowMs }
    : { ...stopwatch, startedMs: null, elapsedMs: stopwatchMs(stopwatch, nowMs) };
}

export function lap(stopwatch: Stopwatch, nowMs: number): Stopwatch {
  if (stopwatch.laps.length >= LAPS_MAX) return stopwatch;
  return { ...stopwatch, laps: [...stopwatch.laps, stopwatchMs(stopwatch, nowMs)] };
}

/** Formats as "1:02:03.4" or "02:03.45": always minutes and seconds, hours only if there are any. */
export function formatStopwatch(ms: number): string {
  const hundredths = Math.floor(ms / 10) % 100;
  return `${formatSeconds(Math.floor(ms / 1000))}.${two(hundredths)}`;
}

/** Formats as "1:02:03" or "02:03". */
export function formatSeconds(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

export function two(value: number): string {
  return `${value}`.padStart(2, "0");
}
